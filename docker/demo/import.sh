#!/bin/sh
# Creates the realm `demo` and imports DEMO_USERS generated users into it. Each logs in with the password `demo`, whose hash is one of
# crypt(3). Every thousandth user has an invalid email address and is rejected. A second run skips what exists.
set -eu
keycloak=http://keycloak:8080
users=${DEMO_USERS:-10000}

token() {
  curl -sS --fail-with-body "$keycloak/realms/master/protocol/openid-connect/token" -d grant_type=password -d client_id=admin-cli \
    -d "username=$KC_BOOTSTRAP_ADMIN_USERNAME" -d "password=$KC_BOOTSTRAP_ADMIN_PASSWORD" |
    sed 's/.*"access_token":"\([^"]*\)".*/\1/'
}

if ! curl -sS --fail -o /dev/null -H "Authorization: Bearer $(token)" "$keycloak/admin/realms/demo" 2>/dev/null; then
  curl -sS --fail-with-body -X POST "$keycloak/admin/realms" -H "Authorization: Bearer $(token)" \
    -H "Content-Type: application/json" -d '{"realm":"demo","enabled":true}'
fi

awk -v users="$users" 'BEGIN {
  for (i = 1; i <= users; i++) {
    mail = i % 1000 == 0 ? "user-" i " at example.org" : "user-" i "@example.org"
    printf "{\"username\":\"user-%d\",\"email\":\"%s\",\"emailVerified\":true,\"firstName\":\"User\",\"lastName\":\"%d\",\"enabled\":true,", i, mail, i
    printf "\"credentials\":[{\"type\":\"password\",\"hash\":\"$6$millrace$0sUIXvuVPhD0RS.CX.m3vOWHTXlTENfSdrKeZYnM0HrjFuH5PI7l9KitndcWZeqFTUQe3qM494I6hZtvS4gpv1\"}]}\n"
  }
}' |
  curl -sS --fail-with-body -X POST "$keycloak/admin/realms/demo/bulk-import/users?onConflict=skip&outcomes=problems" \
    -H "Authorization: Bearer $(token)" -H "Content-Type: application/x-ndjson" -T -
echo
echo "Imported users:  http://localhost:8080/admin/master/console/#/demo/users  (admin / admin)"
echo "Page of imports: http://localhost:8080/realms/master/millrace"
echo "Login as a user: http://localhost:8080/realms/demo/account  (user-1 / demo)"
