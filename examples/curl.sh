#!/usr/bin/env bash
# A world of its own for a script in any language: its base URL is all that it takes.
# Usage: examples/curl.sh [URL of a mock]
set -euo pipefail
world="${1:-http://127.0.0.1:4010}/sandboxes/curl-$$"
json='Content-Type: application/json'

invite() {
  curl -sS -o /dev/null -w '%{http_code}\n' "$world/v1/orgs/33333333-3333-4333-8333-333333333333/invites" \
    -H 'X-Api-Key: test-key' -H "$json" -d '{"email": "ada@example.com"}'
}
expect() {
  if [ "$1" = "$2" ]; then echo "$1 $3"; else echo "$1 instead of $2: $3" >&2; exit 1; fi
}

expect "$(invite)" 201 'invited'
expect "$(invite)" 409 'invited already'
curl -sSf -o /dev/null "$world/__admin/clock/advance" -H "$json" -d '{"seconds": 604800}'
expect "$(invite)" 201 'invited again, a week later'
curl -sSf -X DELETE "$world/__admin/sandboxes/curl-$$"
