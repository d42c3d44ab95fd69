"""The HTTP application: endpoints, limits, errors and the files of the page."""
