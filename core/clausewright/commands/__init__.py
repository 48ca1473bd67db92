"""The commands of the command line, one a file: ``add`` puts one into the parser, ``run`` gives its exit status."""
