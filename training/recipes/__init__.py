"""Recipes for large models: configurations of Axolotl, exports to FP8 and GGUF, estimates (docs/guides/training_large.md)."""
