"""The Trace verifier: rewards of typed answers and image-space annotations."""
