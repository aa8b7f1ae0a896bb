"""The terminal of a program in a browser: the program ends with the server that started it."""

import os
from threading import Timer

from textual import messages
from textual.drivers.web_driver import WebDriver

NAME = f"{__name__}:ServedDriver"
"""The value of `TEXTUAL_DRIVER` for this terminal."""
PATIENCE = 1.0
"""The seconds that the program has to end by itself."""


class ServedDriver(WebDriver):
    """A terminal that ends its program at the end of its input: the server has ended."""

    def run_input_thread(self) -> None:
        """Process the input; after its end, end the program."""
        super().run_input_thread()
        if not self.exit_event.is_set():
            end = Timer(PATIENCE, os._exit, (1,))
            end.daemon = True
            end.start()
            self._app.post_message(messages.ExitApp())
