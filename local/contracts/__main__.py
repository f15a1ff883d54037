"""``python -m local.contracts [--check]``."""

import sys

from local.contracts.files import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
