"""Page images into lines of text with boxes and confidence."""
