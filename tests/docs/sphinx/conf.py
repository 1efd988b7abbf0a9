import os

project = "Guide"
html_theme = "alabaster"
html_js_files = [(os.environ["PLAYER"], {"type": "module"})]
suppress_warnings = ["misc.highlighting_failure"]
