"""The function under test: inspection, digest, constants, its faulty versions, and its source inputs."""
