#!/usr/bin/env bash
# The first start makes the cluster and the database and runs the scripts, with a server that nobody outside can reach;
# then the real server starts. So "ready to accept connections" is logged twice, as by the public image: Testcontainers
# waits for the second time.
set -euo pipefail

if [ "${1:-}" != postgres ]; then
  exec "$@"
fi
shift

user=${POSTGRES_USER:-postgres}
database=${POSTGRES_DB:-$user}

if [ ! -s "$PGDATA/PG_VERSION" ]; then
  initdb --pgdata="$PGDATA" --username="$user" --pwfile=<(echo "${POSTGRES_PASSWORD:?is needed to make a database}") \
    --encoding=UTF8 --locale=C.UTF-8 --auth-local=trust --auth-host=scram-sha-256
  echo "host all all all scram-sha-256" >>"$PGDATA/pg_hba.conf"

  pg_ctl --pgdata="$PGDATA" --wait --options="-c listen_addresses=''" start
  if [ "$database" != postgres ]; then
    createdb --username="$user" "$database"
  fi
  for script in /docker-entrypoint-initdb.d/*.sql; do
    if [ -e "$script" ]; then
      psql --username="$user" --dbname="$database" --set=ON_ERROR_STOP=1 --file="$script"
    fi
  done
  pg_ctl --pgdata="$PGDATA" --wait --mode=fast stop
fi

exec postgres -D "$PGDATA" -c listen_addresses='*' "$@"
