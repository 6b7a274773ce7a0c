#!/bin/sh
# Draws the database's password unless there is one: FOLDER/password for the database, FOLDER/url
# for the server, each readable by its reader alone.
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
# The users of the two images.
chown 999:999 "$folder/password"
chown 10001:10001 "$folder/url"
chmod 400 "$folder/password" "$folder/url"
chmod 755 "$folder"
