"""The commands of `senpu`: a module for each subject, loaded when its command is used."""
