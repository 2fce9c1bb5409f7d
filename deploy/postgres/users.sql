-- The two users of PostgreSQL, and the database. A superuser runs this once:
--
--     psql --set owner_password=… --set password=… --file users.sql
--
-- `stylebox_owner` owns the tables: `stylebox-server migrate` makes and changes them as this user. `stylebox` reads and writes rows and
-- has no rights on the schema: `stylebox-server serve --no-migrate`, `ops` and `backup` work as this user.
\set ON_ERROR_STOP on

CREATE ROLE stylebox_owner LOGIN PASSWORD :'owner_password';
CREATE ROLE stylebox LOGIN PASSWORD :'password';
CREATE DATABASE stylebox OWNER stylebox_owner ENCODING 'UTF8' TEMPLATE template0;
REVOKE ALL ON DATABASE stylebox FROM PUBLIC;
GRANT CONNECT ON DATABASE stylebox TO stylebox;

\connect stylebox
ALTER SCHEMA public OWNER TO stylebox_owner;
REVOKE ALL ON SCHEMA public FROM PUBLIC;
GRANT USAGE ON SCHEMA public TO stylebox;
-- For the tables that later migrations make, too.
ALTER DEFAULT PRIVILEGES FOR ROLE stylebox_owner IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO stylebox;
ALTER DEFAULT PRIVILEGES FOR ROLE stylebox_owner IN SCHEMA public GRANT USAGE, SELECT ON SEQUENCES TO stylebox;
