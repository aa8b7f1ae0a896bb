"""The command line: the table of commands, its parser, help, completion and suggestions."""
