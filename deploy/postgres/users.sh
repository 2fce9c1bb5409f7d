#!/bin/sh
# PostgreSQL's image runs this when the database is new.
set -eu
exec psql --username "$POSTGRES_USER" --set owner_password="$OWNER_PASSWORD" --set password="$SERVER_PASSWORD" --file /users.sql
