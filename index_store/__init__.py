"""What the papers are and where they live; knows nothing of questions."""
