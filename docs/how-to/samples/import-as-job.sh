#!/usr/bin/env bash
# Imports a file of users, one JSON object per line, as a job of all nodes.
# KEYCLOAK, REALM, ADMIN and PASSWORD are taken from the environment; the argument is the file.
# A second run with the same file adds the users that do not exist yet. The records that were not applied are in retry.ndjson.
set -euo pipefail
: "${KEYCLOAK:?address of the server, such as https://id.example.org}" "${REALM:?name of the realm}"
: "${ADMIN:?name of an administrator}" "${PASSWORD:?password of the administrator}"
file=$(realpath "${1:?usage: import-as-job.sh users.ndjson}")
lines=${LINES_PER_PART:-500000}
jobs="$KEYCLOAK/admin/realms/$REALM/bulk-import/jobs"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

token() {
  curl -sS --fail-with-body "$KEYCLOAK/realms/master/protocol/openid-connect/token" -d grant_type=password -d client_id=admin-cli \
    --data-urlencode "username=$ADMIN" --data-urlencode "password=$PASSWORD" | sed 's/.*"access_token":"\([^"]*\)".*/\1/'
}
call() {
  curl -sS --fail-with-body --retry 5 -H "Authorization: Bearer $(token)" "$@"
}
state() {
  call "$1" | sed 's/.*"state":"\([^"]*\)".*/\1/'
}

split -l "$lines" --numeric-suffixes=1 -a 5 --filter='gzip > $FILE.gz' "$file" "$work/part-"
job="$jobs/$(call -X POST "$jobs" -H "Content-Type: application/json" -H "Idempotency-Key: $(basename "$work")" \
  -d '{"entity":"users","options":{"onConflict":"skip"},"source":{"type":"upload"}}' | sed 's/.*"id":"\([^"]*\)".*/\1/')"
n=0
for part in "$work"/part-*.gz; do
  n=$((n + 1))
  digest=$(openssl dgst -sha256 -binary "$part" | base64 | tr -d '\n')
  call -X PUT "$job/parts/$n" -H "Content-Type: application/x-ndjson" -H "Content-Encoding: gzip" \
    -H "Content-Digest: sha-256=:$digest:" -T "$part" -o /dev/null
  echo "part $n sent"
done
call -X POST "$job/start" -o /dev/null
until [[ $(state "$job") =~ ^(completed|completed-with-errors|failed|cancelled)$ ]]; do
  sleep 2
done
call "$job"
echo
call "$job/retry-file" -o retry.ndjson
[[ $(state "$job") == completed ]]
