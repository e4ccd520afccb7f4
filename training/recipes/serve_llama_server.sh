#!/usr/bin/env bash
# A trained model behind llama-server.
#
#     recipes/serve_llama_server.sh decomposer|entailment|writer MODEL.gguf [more of llama-server's flags]
#
# -ngl 99 puts all layers on the GPU; on a CPU it does nothing.
set -euo pipefail
role=${1:-} model=${2:-}
case $role in
  # -np: sequences at a time; -c is the window of all of them together.
  decomposer) flags=(-c 16384 -np 8 --reasoning-budget 0 --port 8001) ;;
  entailment) flags=(-c 16384 -np 8 --port 8002) ;;
  writer) flags=(-c 106496 -np 1 --port 8003) ;;
  *) sed -n '2,6p' "$0" | sed 's/^# \{0,1\}//' >&2; exit 2 ;;
esac
[[ -f $model ]] || { echo "serve_llama_server: $model is not there" >&2; exit 1; }
shift 2
exec llama-server -m "$model" --alias "glossator-$role" --jinja -ngl 99 -fa auto "${flags[@]}" "$@"
