"""What people read of runs: a page and Markdown, of single runs and of comparisons."""
