#!/bin/sh
# PostgreSQL's image runs this when the database is new. With DATABASE it makes another empty one.
set -eu
export PGPASSWORD="$POSTGRES_PASSWORD"
exec psql --username "${POSTGRES_USER:-postgres}" --file /users.sql
