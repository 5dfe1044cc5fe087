"""What: one folder a stage; asset.py and checks.py declare it to Dagster, the modules beside them do the work."""
