"""What the papers are and where they live; knows nothing of questions.

Importing it switches off what ONNX Runtime would otherwise report to its makers: it looks at
this variable when it is first loaded, by whichever library, and no later call undoes that.
"""

import os

os.environ["ORT_DISABLE_TELEMETRY"] = "1"
