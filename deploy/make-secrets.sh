#!/bin/sh
# Generates the database's password and the key that encrypts secrets in it, unless they exist:
# FOLDER/password for the database, FOLDER/url and FOLDER/key for the server, each readable only by
# its user.
#
#   deploy/make-secrets.sh FOLDER
set -eu
folder=$1
umask 077
if [ ! -s "$folder/url" ]; then
    password=$(od -An -N24 -tx1 /dev/urandom | tr -d ' \n')
    printf '%s' "$password" > "$folder/password"
    printf 'postgres://komadai:%s@database/komadai' "$password" > "$folder/url.part"
    mv "$folder/url.part" "$folder/url"
fi
if [ ! -s "$folder/key" ]; then
    od -An -N32 -tx1 /dev/urandom | tr -d ' \n' > "$folder/key.part"
    mv "$folder/key.part" "$folder/key"
fi
# The users of the two images.
chown 999:999 "$folder/password"
chown 10001:10001 "$folder/url" "$folder/key"
chmod 400 "$folder/password" "$folder/url" "$folder/key"
chmod 755 "$folder"
