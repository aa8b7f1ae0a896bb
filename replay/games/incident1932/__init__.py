"""First Shanghai Incident: areas and impulses (`spec/incident1932/rules.md`)."""
