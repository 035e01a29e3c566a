#!/bin/sh
# The whole site: WordPress from Debian, its database and its cron, in one process group and with its data in one folder.
#   site.sh prepare    an empty database with a fresh site in it; gets WordPress where it is not here yet
#   site.sh start      runs the site until it is ended
# From the environment: SITE_DIR, PORT, DB_PORT, SITE_URL, SITE_SALT, ADMIN_PASSWORD, PAY_URL, SHOP_ID, SHOP_KEY.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
PATH=$PATH:/usr/sbin

# WordPress itself is not in this repository. It is only unpacked: the package would want a web server.
fetch() {
  [ ! -e "$here/wordpress/wp-load.php" ] || return 0
  unpacked=$(mktemp -d "$here/.wordpress.XXXXXX")
  (cd "$unpacked" && apt-get -q download wordpress >/dev/null && dpkg-deb -x wordpress_*.deb .) ||
    { rm -rf "$unpacked"; echo "WordPress cannot be had: apt-get download wordpress failed" >&2; exit 1; }
  rm "$unpacked/usr/share/wordpress/wp-config.php"
  # Another one may have been quicker.
  mv -T "$unpacked/usr/share/wordpress" "$here/wordpress" 2>/dev/null || [ -e "$here/wordpress/wp-load.php" ]
  rm -rf "$unpacked"
}

database() {
  mariadbd --no-defaults --datadir="$SITE_DIR/database" --socket="$SITE_DIR/database.sock" --user="$(id -un)" \
    --bind-address=127.0.0.1 --port="$DB_PORT" --skip-grant-tables --skip-networking=0 \
    --innodb-buffer-pool-size=32M --innodb-log-file-size=8M --innodb-flush-log-at-trx-commit=2 --log-warnings=0 &
  database=$!
  until php -r 'mysqli_report(MYSQLI_REPORT_OFF); exit(@mysqli_connect("127.0.0.1", "wordpress", "", "", (int) getenv("DB_PORT")) ? 0 : 1);'; do
    kill -0 "$database" 2>/dev/null || { echo "MariaDB has ended" >&2; exit 1; }
    sleep 0.1
  done
}

end() {
  trap - EXIT INT TERM
  # PHP's workers outlive the server that they belong to.
  kill ${web:+"$web" $(cat "/proc/$web/task/$web/children")} ${cron:-} "$database" 2>/dev/null || :
  wait "$database" 2>/dev/null || :
}

case ${1:-} in
  prepare)
    fetch
    rm -rf "$SITE_DIR/database"
    mkdir -p "$SITE_DIR/database"
    database
    trap end EXIT INT TERM
    php -r '(new mysqli("127.0.0.1", "wordpress", "", "", (int) getenv("DB_PORT")))->query("CREATE DATABASE wordpress CHARACTER SET utf8mb4");'
    php -d display_errors=stderr -d error_log=/dev/stderr "$here/install.php"
    ;;
  start)
    trap 'end; exit 0' INT TERM
    database
    cd "$here/wordpress"
    PHP_CLI_SERVER_WORKERS=4 php -q -d opcache.enable_cli=1 -d opcache.revalidate_freq=60 -d expose_php=0 -S "127.0.0.1:$PORT" &
    web=$!
    # What the system's cron does.
    while sleep 30; do php -d opcache.enable_cli=0 wp-cron.php || :; done &
    cron=$!
    wait "$web"
    end
    exit 1
    ;;
  *)
    sed -n '2,5s/^# *//p' "$0" >&2
    exit 2
    ;;
esac
