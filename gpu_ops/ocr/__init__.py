"""Text detection and recognition on ONNX Runtime."""
