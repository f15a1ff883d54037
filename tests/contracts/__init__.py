"""What is published, held to the code and to the standards."""
