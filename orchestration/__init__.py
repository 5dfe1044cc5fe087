"""When: definitions, partitions, sensors, schedules, jobs, the command line."""
