"""Documents into upright page images, with the way back to the frame as handed in."""
