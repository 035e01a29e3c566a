#!/bin/sh
# Compiles the shop into dist/, if its sources have changed, and runs it.
#   shop.sh compile    compiles it only
#   shop.sh            runs it
# From the environment: PORT, PAY_URL, SHOP_ID, SHOP_KEY, JOURNAL, and for tests TEST_TOKEN.
set -eu
cd "$(dirname "$0")"

classes=dist/$(cat src/*.java | cksum | tr ' ' -)
if [ ! -d "$classes" ]; then
  # Several may start at once: each compiles into its own folder, and the first to rename it wins.
  mkdir -p dist
  new=$(mktemp -d dist/new-XXXXXX)
  javac --release 17 -encoding UTF-8 -Xlint:all,-serial -d "$new/classes" src/*.java
  mv "$new/classes" "$classes" 2>/dev/null || [ -d "$classes" ]
  rm -rf "$new"
fi

[ "${1:-}" = compile ] || exec java -Xmx128m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -cp "$classes" Shop
