"""Scripted evaluation: question sets, benchmarks, and what the thresholds were fitted on."""
