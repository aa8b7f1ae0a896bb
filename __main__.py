"""`python -m senpu` is the command `senpu`."""

from senpu.tui.cli import main

raise SystemExit(main())
