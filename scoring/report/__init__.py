"""Audits as documents that go into a decision: corrected metrics, scorer audit, lane comparison."""
