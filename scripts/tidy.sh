#!/usr/bin/env bash
# Run the pinned clang-tidy over the sources that build/dev compiles.
#   scripts/tidy.sh [FILE...]     default: every .cc below src/ that is not a test
set -euo pipefail
cd "$(dirname "$0")/.."

if (($#)); then
  files=("$@")
else
  mapfile -d '' -t files < <(find src -name '*.cc' ! -name '*_test.cc' -print0 | sort -z)
fi
clang_tidy=$(python3 scripts/setup.py --quiet --where tidy)/clang-tidy
printf '%s\0' "${files[@]}" |
  xargs -0 -n 1 -P "$(nproc)" "$clang_tidy" -p build/dev --quiet --extra-arg=-Wno-unknown-warning-option
echo "tidy: ${#files[@]} files are clean"
