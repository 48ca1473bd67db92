#!/bin/sh
# Makes sure that there is a Chromium for the tests in VS Code and for `make demo HEADLESS=1`. Does nothing when there is.
set -eu

for name in "${CHROMIUM:-}" chromium chromium-browser google-chrome google-chrome-stable microsoft-edge; do
  if [ -n "$name" ] && command -v "$name" >/dev/null 2>&1; then exit 0; fi
done
for program in \
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome" \
  "/Applications/Chromium.app/Contents/MacOS/Chromium" \
  "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge"; do
  if [ -x "$program" ]; then exit 0; fi
done

if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
  echo "Installing Chromium for the tests in VS Code ..."
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -qq
  apt-get install -y -qq --no-install-recommends chromium fonts-dejavu-core >/dev/null
  exit 0
fi

echo "No Chromium or Chrome was found, and the tests in VS Code need one." >&2
if command -v apt-get >/dev/null 2>&1; then
  echo "Install it: sudo apt-get install chromium fonts-dejavu-core" >&2
else
  echo "Install Google Chrome, or set CHROMIUM to the path of one." >&2
fi
exit 1
