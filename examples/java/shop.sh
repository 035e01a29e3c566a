#!/bin/sh
# Compiles the shop into dist/, if its sources have changed, and runs it.
#   shop.sh compile    compiles it only
#   shop.sh            runs it
# From the environment: PORT, PAY_URL, SHOP_ID, SHOP_KEY, JOURNAL; READ_TIMEOUT_MS, if 10 s are too long; for tests TEST_TOKEN.
set -eu
cd "$(dirname "$0")"

jar=dist/shop-$(cat src/*.java | cksum | tr ' ' -).jar
if [ ! -f "$jar" ]; then
  # Several copies may start at once: each compiles into its own folder, and a rename replaces the file in one step.
  mkdir -p dist
  new=$(mktemp -d dist/new-XXXXXX)
  trap 'rm -rf "$new"' EXIT
  javac --release 17 -encoding UTF-8 -Xlint:all,-serial -d "$new/classes" src/*.java
  jar --create --file "$new/shop.jar" --main-class Shop -C "$new/classes" .
  mv -f "$new/shop.jar" "$jar"
  rm -rf "$new"
fi

# The options are for a small program that starts often.
[ "${1:-}" = compile ] || exec java -Xmx128m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -jar "$jar"
