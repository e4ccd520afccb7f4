"""Set-up of what a build of Glossator needs. Entry point: scripts/setup.py."""
