"""The evaluation harness: data adapters, metrics, baselines, tables and the page. Driven by eval/run.py."""
