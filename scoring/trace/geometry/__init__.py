"""The three geometries of Trace witnesses, each in a file of its own: bbox, point, segment."""
