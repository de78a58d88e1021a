"""From a response to the answer in it: visible text, markers, values, rules (see docs/scoring.md)."""
