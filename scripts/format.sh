#!/usr/bin/env bash
# Format the C++ sources with the pinned clang-format.
#   scripts/format.sh check [FILE...]   fail and name the files that are not formatted
#   scripts/format.sh fix [FILE...]     rewrite them
# Without files: all C++ files of the tree, build/ left out.
set -euo pipefail
cd "$(dirname "$0")/.."

mode=${1:-}
if [[ $mode != check && $mode != fix ]]; then
  sed -n '2,5s/^# \{0,1\}//p' "$0" >&2
  exit 2
fi
shift

if (($#)); then
  files=("$@")
else
  mapfile -d '' -t files < <(
    find . \( -name build -o -name '.?*' \) -prune -o \( -name '*.cc' -o -name '*.h' \) -print0 | sort -z)
fi
((${#files[@]})) || exit 0

clang_format=$(python3 scripts/setup.py --quiet --where format)/clang-format
if [[ $mode == fix ]]; then
  printf '%s\0' "${files[@]}" | xargs -0 -n 40 -P "$(nproc)" "$clang_format" -i
  exit
fi
if ! printf '%s\0' "${files[@]}" |
    xargs -0 -n 100 "$clang_format" --dry-run --Werror --ferror-limit=1; then
  echo "format: run 'make fmt'" >&2
  exit 1
fi
echo "format: ${#files[@]} files are formatted"
