"""Annotations as geometry, and the drawer that needs no browser: one geometry for screen, thumbnail and PNG.

`scene` says what is drawn, `overlay` turns it into strokes, dots, rings and labels in the frame of the
scoring, `canvas` draws those with Pillow, `render` adds the caption and makes sheets.
"""
