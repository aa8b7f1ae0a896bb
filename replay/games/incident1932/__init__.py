"""First Shanghai Incident: areas and impulses (`spec/incident1932/en/rules.md`)."""
