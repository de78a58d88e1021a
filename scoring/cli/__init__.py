"""The headless part of the `lanescope` command: parsing, exit codes and printing.

Each command returns an `Outcome`, which is then printed either for people or as one JSON object.
"""
