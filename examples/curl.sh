#!/usr/bin/env bash
# A script in any language can use a sandbox: it needs only the base URL of the sandbox.
# Usage: examples/curl.sh [URL of the mock]
set -euo pipefail
sandbox="${1:-http://127.0.0.1:4010}/sandboxes/curl-$$"
json='Content-Type: application/json'

invite() {
  curl -sS -o /dev/null -w '%{http_code}\n' "$sandbox/v1/orgs/33333333-3333-4333-8333-333333333333/invites" \
    -H 'X-Api-Key: test-key' -H "$json" -d '{"email": "ada@example.com"}'
}
expect() {
  if [ "$1" = "$2" ]; then echo "$1 $3"; else echo "Status is $1; expected $2 ($3)." >&2; exit 1; fi
}

expect "$(invite)" 201 'invited'
expect "$(invite)" 409 'already invited'
curl -sSf -o /dev/null "$sandbox/__admin/clock/advance" -H "$json" -d '{"seconds": 604800}'
expect "$(invite)" 201 'invited again after a week'
curl -sSf -X DELETE "$sandbox/__admin/sandboxes/curl-$$"
