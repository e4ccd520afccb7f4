"""Training files for other tools, made of what `glossator synth` writes (docs/formats/synth_examples.md)."""
