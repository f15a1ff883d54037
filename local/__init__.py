"""What developers run on their own machine. Nothing of it ships."""
