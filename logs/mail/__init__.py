"""Logs received by mail: the text is restored, or the first unclear line is reported."""
