//! A schema on PostgreSQL that tests use one after the other: deleting the rows is much faster than creating the tables again.

use super::empty_database::{EmptyDatabase, connect_postgres, new_name, url_of_schema};
use sqlx::postgres::PgConnection;
use sqlx::{AssertSqlSafe, Executor};
use std::collections::VecDeque;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use stylebox_server::store::place::UNDER_WAY;

/// The schemas of tests that have ended, the first to end first.
static FREE: Mutex<VecDeque<String>> = Mutex::new(VecDeque::new());

/// The schemas to which a test is still connected.
const USED: &str = "SELECT application_name FROM pg_stat_activity WHERE pid <> pg_backend_pid()";

/// Deletes all rows. The triggers are off, so that foreign keys are not checked and the order of the tables does not matter. Most
/// tables never had a row and have no page. They are skipped, because planning a statement for each would take most of the time.
const DELETE_ROWS: &str = "SET session_replication_role = replica;
    DO $$ DECLARE name text; BEGIN
        FOR name IN SELECT relname FROM pg_class WHERE relnamespace = current_schema()::text::regnamespace AND relkind = 'r'
            AND relname <> '_sqlx_migrations' AND pg_relation_size(oid) > 0 LOOP
            EXECUTE format('DELETE FROM %I', name);
        END LOOP;
    END $$;
    RESET session_replication_role";

/// A test's schema. When it is dropped, another test may take it, unless the test has failed or changed the tables.
pub struct MigratedSchema {
    name: String,
    was_changed: AtomicBool,
}

impl MigratedSchema {
    /// A schema without rows, and a connection to it. It can also be without tables: the server creates those that are missing.
    pub async fn take(server: &str) -> (Self, EmptyDatabase, PgConnection) {
        let mut connection = connect_postgres(server).await;
        let used: Vec<String> = sqlx::query_scalar(USED).fetch_all(&mut connection).await.unwrap();
        let name = Self::take_free(&used).unwrap_or_else(new_name);
        // A test that was cut off may have left those of a copy or a restore.
        let left = UNDER_WAY.join(", ");
        let enter = format!(
            "CREATE SCHEMA IF NOT EXISTS {name}; SET search_path = {name}; SET application_name = {name};
             DROP TABLE IF EXISTS {left}; {DELETE_ROWS}"
        );
        connection.execute(AssertSqlSafe(enter)).await.unwrap();
        let database = EmptyDatabase { url: url_of_schema(server, &name), folder: None };
        (Self::named(name), database, connection)
    }

    /// The name of the schema whose test ended first, among those that are not `used`.
    fn take_free(used: &[String]) -> Option<String> {
        let mut free = FREE.lock().unwrap();
        let place = free.iter().position(|name| !used.contains(name))?;
        free.remove(place)
    }

    fn named(name: String) -> Self {
        Self { name, was_changed: false.into() }
    }

    /// Remembers it if a statement changes the tables or the record of their migrations.
    pub fn note(&self, sql: &str) {
        if ["_sqlx_migrations", "ALTER ", "CREATE ", "DROP "].iter().any(|word| sql.contains(word)) {
            self.was_changed.store(true, Ordering::Relaxed);
        }
    }
}

impl Drop for MigratedSchema {
    fn drop(&mut self) {
        if !*self.was_changed.get_mut() && !std::thread::panicking() {
            FREE.lock().unwrap().push_back(std::mem::take(&mut self.name));
        }
    }
}
