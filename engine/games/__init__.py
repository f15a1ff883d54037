"""One module or folder per game. Games never import each other."""
