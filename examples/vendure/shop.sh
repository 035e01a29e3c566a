#!/bin/sh
# The whole shop: Vendure and its PostgreSQL, in one process group and with its data in one folder.
#   shop.sh prepare    an empty database with a fresh shop in it
#   shop.sh start      runs the shop until it is ended
#   shop.sh wait TASK BEFORE
#                      until a scheduled task that was told to run has run, and had last done so at BEFORE
# From the environment: SHOP_DIR, PORT, DB_PORT, SHOP_URL, COOKIE_SECRET, ADMIN_PASSWORD, PAY_URL, SHOP_ID, SHOP_KEY.
set -eu
cd "$(dirname "$0")"
PATH=$PATH:$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | tail -n 1)

# PostgreSQL refuses to be run by root: then nobody runs it, who may pass through root's folders to its own.
as_nobody=
[ "$(id -u)" != 0 ] || as_nobody="setpriv --reuid=65534 --regid=65534 --clear-groups --inh-caps=+dac_override --ambient-caps=+dac_override"

database() {
  # After a kill the processes of the one before need a moment to notice.
  until
    rm -f "$SHOP_DIR/database/postmaster.pid"
    $as_nobody postgres -D "$SHOP_DIR/database" -k "" -h 127.0.0.1 -p "$DB_PORT" -c fsync=off -c shared_buffers=32MB &
    database=$!
    up
  do
    tries=$((${tries:-0} + 1))
    [ "$tries" -lt 20 ] || { echo "PostgreSQL does not start" >&2; exit 1; }
  done
}

up() {
  until pg_isready -q -U vendure -h 127.0.0.1 -p "$DB_PORT"; do
    kill -0 "$database" 2>/dev/null || return 1
    sleep 0.1
  done
}

end() {
  trap - EXIT INT TERM
  kill ${shop:-} 2>/dev/null || :
  kill -INT "$database" 2>/dev/null || :
  wait "$database" 2>/dev/null || :
}

case ${1:-} in
  prepare)
    rm -rf "$SHOP_DIR/database"
    mkdir "$SHOP_DIR/database"
    [ -z "$as_nobody" ] || chown 65534:65534 "$SHOP_DIR/database"
    $as_nobody initdb -D "$SHOP_DIR/database" -U vendure -A trust -E UTF8 --no-sync >/dev/null
    database
    trap end EXIT INT TERM
    node dist/populate.js
    ;;
  start)
    trap 'end; exit 0' INT TERM
    database
    # A process that was killed at a task has left its lock behind, and nobody else holds one: the shop is one process.
    psql -q -h 127.0.0.1 -p "$DB_PORT" -U vendure -d postgres -c 'UPDATE scheduled_task_record SET "lockedAt" = NULL'
    node dist/index.js &
    shop=$!
    wait "$shop"
    end
    exit 1
    ;;
  wait)
    until
      sleep 0.05
      ran=$(psql -h 127.0.0.1 -p "$DB_PORT" -U vendure -d postgres -At -v task="$2" -v before="$3" <<'SQL'
SELECT count(*) FROM scheduled_task_record WHERE "taskId" = :'task' AND "lastExecutedAt"::text <> :'before'
  AND "lockedAt" IS NULL AND "manuallyTriggeredAt" IS NULL
SQL
      )
      [ "$ran" = 1 ]
    do :; done
    ;;
  *)
    sed -n '2,7s/^# *//p' "$0" >&2
    exit 2
    ;;
esac
