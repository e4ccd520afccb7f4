#!/usr/bin/env bash
# The demo: check an answer about a paper, claim by claim, in the terminal and as a page.
#   scripts/demo.sh GLOSSATOR PAGE
# `glossator ground` exits with 1 when a claim fails the gate. The example holds claims that must
# fail, so 1 is success here and 0 would be a defect.
set -euo pipefail
glossator=$1
page=$2

mkdir -p "$(dirname "$page")"
status=0
"$glossator" ground examples/answer.txt --source examples/abstract.pdf -o "$page" || status=$?
if ((status != 1)); then
  echo "demo: expected the unsupported claims of the example to be found (exit 1), got exit $status" >&2
  exit 1
fi
if [[ ! -s $page ]]; then
  echo "demo: $page was not written" >&2
  exit 1
fi
echo
echo "The page: $PWD/$page"
