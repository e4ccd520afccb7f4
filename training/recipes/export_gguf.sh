#!/usr/bin/env bash
# A merged model as GGUF, for llama-server and for Glossator's own process.
#
#     recipes/export_gguf.sh MODEL OUT.gguf [QUANTISATION]
#
# MODEL is the folder that `axolotl merge-lora` wrote. QUANTISATION: Q4_K_M, Q5_K_M, Q8_0 …; without it OUT is bf16.
# LLAMA_CPP names the llama.cpp source (with convert_hf_to_gguf.py); llama-quantize is taken from the PATH or from
# LLAMA_CPP/build/bin. PYTHON is a Python with torch, transformers and gguf.
set -euo pipefail
if [[ $# -lt 2 ]]; then
  sed -n '2,8p' "$0" | sed 's/^# \{0,1\}//' >&2
  exit 2
fi
model=$1 out=$2 quantisation=${3:-}
python=${PYTHON:-python3}
fail() { echo "export_gguf: $*" >&2; exit 1; }
[[ -n ${LLAMA_CPP:-} ]] || fail "say where the source of llama.cpp is: LLAMA_CPP=folder"
converter="$LLAMA_CPP/convert_hf_to_gguf.py"
[[ -f $converter ]] || fail "$converter is not there"
[[ -f $model/config.json ]] || fail "$model holds no config.json; merge the adapter first"
if [[ -n $quantisation ]]; then
  quantize=$(PATH="$PATH:$LLAMA_CPP/build/bin" command -v llama-quantize) ||
    fail "llama-quantize is not there; build it in $LLAMA_CPP/build"
fi

parts=$(mktemp -d "$(dirname "$out")/export_gguf.XXXXXX")
trap 'rm -rf "$parts"' EXIT
"$python" "$converter" "$model" --outfile "$parts/model.gguf" --outtype bf16
if [[ -n $quantisation ]]; then
  "$quantize" "$parts/model.gguf" "$parts/quantised.gguf" "$quantisation"
  mv "$parts/quantised.gguf" "$parts/model.gguf"
fi
# The converter knows a tokenizer by what it makes of one text, and takes Tekken, right as mistral-common has it, for
# Pixtral's; llama.cpp then reads that name as Llama 3's splitting, which takes three digits for one token.
pre=$("$python" -c 'import sys, gguf; print(gguf.GGUFReader(sys.argv[1]).fields["tokenizer.ggml.pre"].contents())' \
  "$parts/model.gguf")
if [[ $pre == pixtral ]]; then
  "$python" -m gguf.scripts.gguf_new_metadata --force --pre-tokenizer tekken "$parts/model.gguf" "$parts/named.gguf"
  mv "$parts/named.gguf" "$parts/model.gguf"
fi
mv "$parts/model.gguf" "$out"
