-- The two users of PostgreSQL, and the database. A superuser, or a user who may make roles and databases, runs this once:
--
--     OWNER_PASSWORD=… SERVER_PASSWORD=… psql --file users.sql
--
-- Other users of the machine can read the arguments of a program, but not its environment. With DATABASE=NAME, too, it makes another empty
-- database for the same users, for a backup that is restored. The passwords must be given then as well; they stay as they were.
--
-- `stylebox_owner` owns the tables: `stylebox-server migrate` makes and changes them as this user. `stylebox` reads and writes rows and
-- has no rights on the schema: `stylebox-server serve --no-migrate`, `ops` and `backup` work as this user.
\set ON_ERROR_STOP on

\getenv owner_password OWNER_PASSWORD
\getenv password SERVER_PASSWORD
\getenv database DATABASE
\if :{?database}
\else
\set database stylebox
\endif

SELECT format('CREATE ROLE stylebox_owner LOGIN PASSWORD %L', :'owner_password')
WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'stylebox_owner') \gexec
SELECT format('CREATE ROLE stylebox LOGIN PASSWORD %L', :'password')
WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'stylebox') \gexec
-- Where nobody is a superuser, only a member of a role may give it a database, and set the rights of its tables.
GRANT stylebox_owner TO CURRENT_USER;
CREATE DATABASE :"database" OWNER stylebox_owner ENCODING 'UTF8' TEMPLATE template0;
REVOKE ALL ON DATABASE :"database" FROM PUBLIC;
GRANT CONNECT ON DATABASE :"database" TO stylebox;

\connect :"database"
-- From PostgreSQL 15 on, the owner of the database owns this schema. Its owner is not changed, because backups then would not fit an
-- empty database.
REVOKE ALL ON SCHEMA public FROM PUBLIC;
GRANT USAGE ON SCHEMA public TO stylebox;
-- For the tables that later migrations make, too.
ALTER DEFAULT PRIVILEGES FOR ROLE stylebox_owner IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO stylebox;
ALTER DEFAULT PRIVILEGES FOR ROLE stylebox_owner IN SCHEMA public GRANT USAGE, SELECT ON SEQUENCES TO stylebox;
