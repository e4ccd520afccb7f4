#!/usr/bin/env bash
# Trains a recipe and merges its adapter; run it on the machine with the GPUs, from anywhere.
#
#     training/recipes/train.sh decomposer|entailment|writer SYNTH
#
# SYNTH is the output folder of glossator synth. What is made lies in build/training/ of the repository: exports/,
# prepared/, and a folder for the recipe with the adapter and, in merged/, the model. AXOLOTL: its command;
# PYTHON: the Python that it is installed in.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
axolotl=${AXOLOTL:-axolotl} python=${PYTHON:-python3}
case ${1:-} in
  decomposer) recipe=decomposer_qwen3_14b ;;
  entailment) recipe=entailment_qwen3_4b ;;
  writer) recipe=writer_mistral_small_24b ;;
  *) sed -n '2,8p' "$0" | sed 's/^# \{0,1\}//' >&2; exit 2 ;;
esac
synth=$(realpath -e -- "${2:?train.sh: name the output folder of glossator synth}")
cd "$root/training"
"$python" -m exports --from "$synth" --out ../build/training/exports --format axolotl --task "$1"
launcher=()
if [[ $1 == writer ]]; then
  launcher=(--launcher accelerate -- --num_processes 4)
  [[ -f ../build/training/writer-base/config.json ]] ||
    "$python" -m recipes.text_model --from mistralai/Mistral-Small-3.2-24B-Instruct-2506 --out ../build/training/writer-base
fi
cd "$root"
config=training/recipes/$recipe.yaml
"$axolotl" preprocess "$config"
"$axolotl" train "$config" "${launcher[@]}"
"$axolotl" merge-lora "$config"
