//! If a database has another version, `check`, `ops` and the other commands that must not change tables say which version they found, and
//! stop.

use crate::support::{TestApp, TestDatabase};
use std::path::Path;
use std::process::{Command, Output};
use stylebox_server::store::{Db, OpenError};

fn run(arguments: &[&str], database: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_stylebox-server"));
    let arguments = [arguments, &["--demo", "--log", "error", "--database-url", database]].concat();
    command.env_clear().args(arguments).output().unwrap()
}

fn printed(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// A command of each kind: it only reads, it writes, it runs jobs, or it needs no address for links.
const COMMANDS: [&[&str]; 6] = [
    &["check"],
    &["ops", "list", "--public-url", "http://localhost"],
    &["ops", "attention", "--public-url", "http://localhost"],
    &["ops", "coupon", "list"],
    &["ops", "jobs", "run", "outbox"],
    &["ops", "clock"],
];

/// Checks that each of the commands refuses the database in one sentence.
#[track_caller]
fn all_are_refused(database: &str, sentence: &str) {
    for command in COMMANDS {
        let output = run(command, database);
        let text = String::from_utf8_lossy(&output.stderr);
        let code = if command.contains(&"attention") { 2 } else { 1 };
        assert_eq!(output.status.code(), Some(code), "{command:?}: {text}");
        assert!(text.contains(sentence), "{command:?}: {text}");
        assert_eq!(text.trim_end().lines().count(), 1, "{command:?} says one sentence: {text}");
        assert!(output.stdout.is_empty(), "{command:?} prints nothing else");
    }
}

/// The number of the last migration, and the count of migrations.
async fn steps(app: &TestApp) -> (i64, i64) {
    let last = app.numbers("SELECT MAX(version) FROM _sqlx_migrations").await[0];
    (last, app.count("SELECT COUNT(*) FROM _sqlx_migrations").await)
}

#[tokio::test]
async fn a_database_of_an_earlier_version_is_refused_and_left_alone() {
    let app = TestApp::start().await;
    let (own, all) = steps(&app).await;
    app.execute("DELETE FROM _sqlx_migrations WHERE version > 105").await;
    let (found, had) = steps(&app).await;
    assert_eq!(found, 105);
    let url = app.state.settings.database_url.expose();
    let before = app.dump().await;
    let sentence = format!(
        "has version 105 and lacks {} steps of version {own}, with which this program works. To back it up before, use the version that has",
        all - had
    );
    all_are_refused(url, &sentence);
    all_are_refused(
        url,
        "worked with it until now, or pg_dump or sqlite3 if that version has no \"backup\"; then run \"stylebox-server ",
    );
    all_are_refused(url, "then run \"stylebox-server migrate\", or start the server.");
    assert_eq!(app.dump().await, before);
    // A dry run shows what a migration would do.
    let listed = printed(&run(&["migrate", "--dry-run"], url));
    assert_eq!(listed.lines().count() as i64, all - had, "{listed}");
    assert!(listed.starts_with("106  delivery\n107  checkout\n") && listed.contains("\n111  operation\n"), "{listed}");
    let status = run(&["migrate", "--status"], url);
    let table = String::from_utf8_lossy(&status.stdout);
    let rows: Vec<Vec<&str>> = table.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!((&rows[0][..], &rows[5][..]), (&["101", "account", "done"][..], &["106", "delivery", "missing"][..]));
    assert_eq!((table.lines().count() as i64, status.status.code()), (all, Some(1)));
    assert!(String::from_utf8_lossy(&status.stderr).contains(&sentence));
    assert_eq!(app.dump().await, before, "neither changes anything");
}

/// Another branch may have added a migration with a lower number.
#[tokio::test]
async fn a_database_that_lacks_a_migration_in_the_middle_is_refused() {
    let app = TestApp::start().await;
    let (own, _) = steps(&app).await;
    app.execute("DELETE FROM _sqlx_migrations WHERE version = 104").await;
    let sentence = format!("has version {own} and lacks 1 step of version {own}");
    all_are_refused(app.state.settings.database_url.expose(), &sentence);
    assert_eq!(printed(&run(&["migrate", "--dry-run"], app.state.settings.database_url.expose())), "104  mail\n");
}

#[tokio::test]
async fn a_database_of_a_later_version_is_refused() {
    let app = TestApp::start().await;
    let (own, _) = steps(&app).await;
    app.execute(
        "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
         SELECT 999, 'later', success, checksum, 0 FROM _sqlx_migrations WHERE version = 101",
    )
    .await;
    app.execute("DELETE FROM shop_facts WHERE name = 'works_from'").await;
    let url = app.state.settings.database_url.expose();
    let before = app.dump().await;
    let sentence = format!(
        "has version 999, and this program works with version {own}: it was made by a later version of this program (its step 999 is \
         unknown here)."
    );
    all_and_migrating_are_refused(url, &sentence);
    assert_eq!(app.dump().await, before);
}

#[tokio::test]
async fn commands_do_not_create_a_missing_database() {
    let database = TestDatabase::on_sqlite();
    let file = Path::new(database.url.strip_prefix("sqlite:").unwrap());
    let folder = file.parent().unwrap();
    all_are_refused(&database.url, "There is no database ");
    all_are_refused(
        &database.url,
        "this command makes none: start the server once, or run \"stylebox-server migrate\".",
    );
    let listed = printed(&run(&["migrate", "--dry-run"], &database.url));
    assert!(listed.starts_with("101  account\n102  card\n"), "{listed}");
    assert!(!folder.exists(), "neither the file nor its folder was created");
    printed(&run(&["migrate"], &database.url));
    assert!(printed(&run(&["check"], &database.url)).contains("database  "));
    let status = printed(&run(&["migrate", "--status"], &database.url));
    assert!(status.lines().all(|line| line.ends_with(" done")), "{status}");
    assert_eq!(printed(&run(&["migrate", "--dry-run"], &database.url)), "The database is up to date.\n");
}

/// An operator may just have created it for the shop.
#[tokio::test]
async fn an_empty_database_stays_empty_until_it_is_migrated() {
    let database = TestDatabase::fresh().await;
    if let Some(file) = database.url.strip_prefix("sqlite:") {
        std::fs::create_dir_all(Path::new(file).parent().unwrap()).unwrap();
        std::fs::write(file, b"").unwrap();
    }
    all_are_refused(&database.url, "has version 0 and lacks ");
    assert!(database.columns().await.is_empty());
    printed(&run(&["migrate"], &database.url));
    assert!(!database.columns().await.is_empty());
}

/// Adds the table of migrations, with one of another program.
async fn add_steps(database: &TestDatabase, number: i64, name: &str) {
    // SQLite has no type of that name.
    let bytes = if database.url.starts_with("sqlite:") { "BLOB" } else { "BYTEA" };
    for sql in [
        format!(
            "CREATE TABLE _sqlx_migrations (version BIGINT PRIMARY KEY, description TEXT NOT NULL, success BOOLEAN NOT NULL,
             checksum {bytes} NOT NULL, execution_time BIGINT NOT NULL)"
        ),
        format!("INSERT INTO _sqlx_migrations VALUES ({number}, '{name}', TRUE, CAST('other' AS {bytes}), 0)"),
    ] {
        database.execute(sql.leak()).await;
    }
}

/// A database with one table, and no migrations.
async fn database_with(table: &'static str) -> TestDatabase {
    let database = TestDatabase::fresh().await;
    if let Some(file) = database.url.strip_prefix("sqlite:") {
        std::fs::create_dir_all(Path::new(file).parent().unwrap()).unwrap();
        std::fs::write(file, b"").unwrap();
    }
    database.execute(table).await;
    database
}

/// Checks that each of the commands, `migrate` and `serve` refuses the database in one sentence.
#[track_caller]
fn all_and_migrating_are_refused(database: &str, sentence: &str) {
    all_are_refused(database, sentence);
    for command in [
        &["migrate"][..],
        &["migrate", "--dry-run"],
        &["migrate", "--status"],
        &["serve", "--listen", "127.0.0.1:0"],
        &["serve", "--no-migrate", "--listen", "127.0.0.1:0"],
    ] {
        let output = run(command, database);
        let text = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(1) && text.contains(sentence), "{command:?}: {text}");
        assert_eq!(text.trim_end().lines().count(), 1, "{command:?} says one sentence: {text}");
    }
}

/// The other program keeps its migrations in a table with the same name, or keeps none.
#[tokio::test]
async fn tables_of_another_program_are_left_alone_by_every_command() {
    for (its_step, why) in [
        (None, "such as recipes"),
        (Some((1, "recipes")), "its step 1 is none of this program"),
        (Some((42, "walking skeleton")), "its step 42 is none of this program"),
        (Some((101, "account")), "its step 101 is none of this program"),
    ] {
        let database = database_with("CREATE TABLE recipes (id BIGINT PRIMARY KEY)").await;
        if let Some((number, name)) = its_step {
            add_steps(&database, number, name).await;
        }
        let before = database.dump().await;
        let sentence =
            format!("has tables, but not those of this program ({why}): name another database with --database-url.");
        all_and_migrating_are_refused(&database.url, &sentence);
        assert_eq!(database.dump().await, before);
        assert!(database.columns().await.iter().all(|column| column.starts_with("recipes.")), "no table is added");
    }
}

#[tokio::test]
async fn a_database_of_version_0_1_is_refused_and_left_alone() {
    let database = database_with("CREATE TABLE customers (id TEXT PRIMARY KEY)").await;
    add_steps(&database, 1, "walking skeleton").await;
    // The migrations of 0.1 end with 88.
    for number in [2, 42, 88] {
        let more = "INSERT INTO _sqlx_migrations SELECT NUMBER, 'more', success, checksum, 0 FROM _sqlx_migrations WHERE version = 1";
        database.execute(more.replace("NUMBER", &format!("{number}")).leak()).await;
    }
    let before = database.dump().await;
    let sentence = "was made by version 0.1 of this program, which no later version reads: name another database with \
        --database-url, such as an empty one, and keep this one with version 0.1.";
    all_and_migrating_are_refused(&database.url, sentence);
    assert_eq!(database.dump().await, before);
    let columns = database.columns().await;
    assert!(columns.iter().all(|column| column.starts_with("customers.id")), "no table is added: {columns:?}");
}

#[tokio::test]
async fn a_file_that_is_not_a_database_is_refused_and_left_alone() {
    let database = TestDatabase::on_sqlite();
    let file = Path::new(database.url.strip_prefix("sqlite:").unwrap());
    std::fs::create_dir_all(file.parent().unwrap()).unwrap();
    let text = "a letter to the warehouse\n".repeat(100);
    std::fs::write(file, &text).unwrap();
    all_are_refused(&database.url, "cannot be opened: file is not a database.");
    assert!(matches!(Db::open(&database.secret_url()).await, Err(OpenError::Unreachable { .. })));
    assert_eq!(std::fs::read_to_string(file).unwrap(), text);
}
