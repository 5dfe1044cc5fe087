"""Accuracy and speed, ours and peers', on the same inputs in one run."""
