#!/usr/bin/env bash
# A trained model behind vLLM (0.33).
#
#     recipes/serve_vllm.sh decomposer|entailment|writer MODEL [more of vLLM's flags]
#
# MODEL is a merged folder, or its FP8 form. Glossator finds out what the server can do (glossator doctor --server URL).
set -euo pipefail
role=${1:-} model=${2:-}
case $role in
  decomposer) flags=(--max-model-len 4096 --port 8001) ;;
  # One token of answer; Glossator adds up the probabilities of the letters' spellings among the first twenty.
  entailment) flags=(--max-model-len 4096 --max-logprobs 20 --port 8002) ;;
  writer) flags=(--max-model-len 106496 --port 8003) ;;
  *) sed -n '2,6p' "$0" | sed 's/^# \{0,1\}//' >&2; exit 2 ;;
esac
[[ -f $model/config.json ]] || { echo "serve_vllm: $model holds no config.json" >&2; exit 1; }
shift 2
exec vllm serve "$model" --served-model-name "glossator-$role" --enable-prefix-caching "${flags[@]}" "$@"
