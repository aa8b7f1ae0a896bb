"""First Shanghai Incident: twelve areas, impulses paid in logistics points
(`spec/incident1932/rules.md`).
"""
