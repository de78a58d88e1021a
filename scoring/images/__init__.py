"""The only code that opens image files: one loader for the screen, thumbnails and PNGs.

An image comes from the run's folder, from bytes or from a data URI, never from a network. What is
wrong with it is a sentence, not an exception, and whatever was done to its pixels is told.
"""
