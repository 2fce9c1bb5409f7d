//! The pools of connections to the database.

use crate::doubles::pooler;
use crate::doubles::relay::Relay;
use crate::support::TestDatabase;
use crate::support::empty_database::POSTGRES;
use sqlx::postgres::PgConnectOptions;
use std::str::FromStr;
use std::time::{Duration, Instant};
use stylebox_server::store::{Db, OpenError};
use url::Url;

#[tokio::test]
async fn the_operator_names_the_number_of_connections() {
    let database = TestDatabase::fresh().await;
    for (named, readers, postgres) in [(None, 4, 16), (Some(7), 7, 7)] {
        let db = Db::open_with(&database.secret_url(), named).await.unwrap();
        match &db {
            Db::Sqlite { writer, readers: pool } => {
                assert_eq!(writer.options().get_max_connections(), 1, "SQLite has one writer");
                assert_eq!(pool.options().get_max_connections(), readers);
            }
            Db::Postgres(pool) => assert_eq!(pool.options().get_max_connections(), postgres),
        }
        db.close().await;
    }
}

/// Setting them after connecting would take a message more for each connection.
#[tokio::test]
async fn planner_settings_are_connection_options() {
    let database = TestDatabase::fresh().await;
    let db = Db::open(&database.secret_url()).await.unwrap();
    let Db::Postgres(pool) = &db else { return };
    let sources = "SELECT name || ' = ' || setting || ' from ' || source FROM pg_settings
        WHERE name IN ('plan_cache_mode', 'enable_seqscan', 'enable_hashjoin', 'enable_mergejoin', 'jit') ORDER BY name";
    let set: Vec<String> = sqlx::query_scalar(sources).fetch_all(&**pool).await.unwrap();
    let expected = [
        "enable_hashjoin = off from client",
        "enable_mergejoin = off from client",
        "enable_seqscan = off from client",
        "jit = off from client",
        "plan_cache_mode = force_generic_plan from client",
    ];
    assert_eq!(set, expected);
}

/// Behind it, a prepared statement may be unknown to the connection that gets it, and two servers would migrate at once.
#[tokio::test]
async fn a_pooler_that_mixes_connections_is_refused() {
    // If SQLite is tested, the machine need not have PostgreSQL.
    let Ok(server) = std::env::var(POSTGRES) else { return };
    let options = PgConnectOptions::from_str(&server).unwrap();
    let pooler = pooler::start(&place(&options)).await;
    let (user, database) = (options.get_username(), options.get_database().unwrap_or(options.get_username()));
    let refused = Db::open(&format!("postgres://{user}@{pooler}/{database}").into()).await.unwrap_err();
    assert!(matches!(refused, OpenError::SharedConnections { .. }), "{refused}");
    assert!(refused.to_string().contains("is behind a pooler in transaction mode"), "{refused}");
}

/// A call that came in meanwhile waits for the next attempt to connect. How long that takes cannot be told by a clock of the test.
#[tokio::test]
async fn a_call_that_waits_goes_on_soon_after_the_database_is_back() {
    let Ok(server) = std::env::var(POSTGRES) else { return };
    let database = TestDatabase::fresh().await;
    let mut relay = Relay::start(&place(&PgConnectOptions::from_str(&server).unwrap())).await;
    let mut url = Url::parse(database.secret_url().expose()).unwrap();
    url.set_host(Some("127.0.0.1")).unwrap();
    url.set_port(Some(relay.port())).unwrap();
    // The relay speaks TCP.
    let others: Vec<_> = url
        .query_pairs()
        .filter(|(name, _)| name != "host")
        .map(|(name, value)| (name.into_owned(), value.into_owned()))
        .collect();
    url.query_pairs_mut().clear().extend_pairs(others);
    let db = Db::open_with(&url.as_str().into(), Some(1)).await.unwrap();
    relay.cut().await;
    let waiting = tokio::spawn({
        let db = db.clone();
        async move { db.ping().await }
    });
    tokio::time::sleep(Duration::from_millis(2_700)).await;
    assert!(!waiting.is_finished(), "it does not wait");
    relay.mend().await;
    let back = Instant::now();
    waiting.await.unwrap().unwrap();
    assert!(back.elapsed() < Duration::from_secs(2), "{:?}", back.elapsed());
}

/// The host and port of a server.
fn place(options: &PgConnectOptions) -> String {
    format!("{}:{}", options.get_host(), options.get_port())
}
