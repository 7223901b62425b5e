"""The pipeline: `entry` is what users call, `pipeline` the stages in a row."""
