//! A copy of a database as it is at one moment, while customers order and check out, and the way back.

use super::alone::{take_alone, who_is_there};
use super::connection::Connection;
use super::restoring::{self, Begun};
use super::tally::{Tally, tally};
use crate::platform::files;
use crate::platform::programs::{self, NotRun};
use crate::platform::secret_url::SecretUrl;
use sqlx::sqlite::SqliteConnectOptions;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// The program that copies a database of PostgreSQL.
const PG_DUMP: &str = "pg_dump";
const PG_RESTORE: &str = "pg_restore";
/// Debian's package of both.
const PACKAGE: &str = "postgresql-client";

/// Why there is no copy, or nothing restored from one.
#[derive(Debug, thiserror::Error)]
pub enum NotCopied {
    #[error("the database says: {0}")]
    Database(#[from] sqlx::Error),
    #[error("{0}")]
    Program(#[from] NotRun),
    #[error("{file}: {error}", file = file.display())]
    File { file: PathBuf, error: std::io::Error },
    /// It is a copy of the other engine.
    #[error("the backup is of the other engine: restore it there, and move it with \"stylebox-server copy\"")]
    OtherEngine,
    /// SQLite: another call restores into the same file.
    #[error("another restore into {file} is under way: wait for it", file = .0.display())]
    UnderWay(PathBuf),
    /// SQLite: there is a database by now.
    #[error("there is a database {file} by now: stop all servers, and look whose it is", file = .0.display())]
    Taken(PathBuf),
    /// SQLite: a file of an old database would be played into the restored one.
    #[error("{file} belongs to an old database: move it away, too", file = .0.display())]
    LeftOver(PathBuf),
    /// PostgreSQL: the tables would be put where nobody looks for them.
    #[error(
        "its tables are in the schema \"{schema}\", and this address looks in \"{current}\": add \
         ?options=-c%20search_path%3D{schema} to the address of the database"
    )]
    OtherSchema { schema: String, current: String },
    /// PostgreSQL: a server is connected. Holds its sessions.
    #[error("a server is connected to the database ({0}): stop all of them, and run the command again")]
    InUse(String),
    /// The copy cannot be read as a database.
    #[error("the copy is damaged: {0}")]
    Damaged(String),
}

/// A copy that was taken.
#[derive(Debug)]
pub struct BackupFile {
    /// Its name in the folder.
    pub name: &'static str,
    pub tally: Tally,
    /// The ids of the photos that it knows.
    pub photos: Vec<String>,
    /// The ids of the customers who were erased.
    pub erased: Vec<String>,
    /// The number of its last migration.
    pub database_version: i64,
    /// PostgreSQL only: the schema that its tables are in.
    pub schema: Option<String>,
}

const SQLITE_FILE: &str = "database.sqlite";
const POSTGRES_FILE: &str = "database.dump";
const PHOTOS: &str = "SELECT id FROM photos WHERE status = 'stored' ORDER BY id";
const ERASED: &str = "SELECT id FROM customers WHERE erased_at IS NOT NULL";
const VERSION: &str = "SELECT CAST(MAX(version) AS TEXT) FROM _sqlx_migrations";

/// Copies the database at `url` into `folder`. The numbers are those of the copy's own moment.
///
/// # Errors
/// If something is in the way. What has been written so far stays in the folder.
pub async fn take(url: &SecretUrl, folder: &Path) -> Result<BackupFile, NotCopied> {
    let mut connection = Connection::open(url).await?;
    if connection.is_sqlite() {
        of_sqlite(connection, folder).await
    } else {
        of_postgres(&mut connection, url, folder).await
    }
}

async fn of_sqlite(mut connection: Connection, folder: &Path) -> Result<BackupFile, NotCopied> {
    let file = folder.join(SQLITE_FILE);
    // It reads one moment; writers do not wait for it.
    connection.run(&format!("VACUUM INTO '{}'", file.display().to_string().replace('\'', "''"))).await?;
    connection.close().await?;
    files::restrict_to_owner(&file).map_err(|error| NotCopied::File { file: file.clone(), error })?;
    let mut copy = Connection::open_file(&file).await?;
    let found = copy.texts("PRAGMA integrity_check").await?;
    if found != ["ok"] {
        return Err(NotCopied::Damaged(found.join("; ")));
    }
    let copied = look(&mut copy, SQLITE_FILE, None).await?;
    copy.close().await?;
    Ok(copied)
}

async fn of_postgres(connection: &mut Connection, url: &SecretUrl, folder: &Path) -> Result<BackupFile, NotCopied> {
    connection.run("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY").await?;
    let snapshot = connection.texts("SELECT pg_export_snapshot()").await?.concat();
    let schema = connection.texts("SELECT current_schema()::text").await?.concat();
    let file = folder.join(POSTGRES_FILE);
    let (address, password) = programs::split_password(url.expose());
    let arguments = [
        "--format=custom".to_owned(),
        "--no-owner".to_owned(),
        "--no-privileges".to_owned(),
        // It is a pattern: in quotes it means exactly this name.
        format!("--schema=\"{}\"", schema.replace('"', "\"\"")),
        format!("--snapshot={snapshot}"),
        format!("--file={}", file.display()),
        format!("--dbname={address}"),
    ];
    programs::run(PG_DUMP, PACKAGE, &arguments, password.as_deref()).await?;
    files::restrict_to_owner(&file).map_err(|error| NotCopied::File { file: file.clone(), error })?;
    let copied = look(connection, POSTGRES_FILE, Some(schema)).await?;
    connection.run("ROLLBACK").await?;
    Ok(copied)
}

/// What a connection sees of the copy's moment.
async fn look(
    connection: &mut Connection,
    name: &'static str,
    schema: Option<String>,
) -> Result<BackupFile, NotCopied> {
    let version = connection.texts(VERSION).await?.concat();
    Ok(BackupFile {
        name,
        tally: tally(connection).await?,
        photos: connection.texts(PHOTOS).await?,
        erased: connection.texts(ERASED).await?,
        database_version: version.parse().map_err(|_| NotCopied::Damaged("it says no version".to_owned()))?,
        schema,
    })
}

/// Puts a copy in the place of the empty database at `url`. From its first row on, the database says that it is half restored, and what has
/// `begun`.
///
/// # Errors
/// If it is a copy of the other engine, or something else is in the way.
pub async fn restore(url: &SecretUrl, copy: &Path, schema: Option<&str>, begun: Begun<'_>) -> Result<(), NotCopied> {
    if copy.ends_with(SQLITE_FILE) != url.is_sqlite() {
        return Err(NotCopied::OtherEngine);
    }
    if url.is_sqlite() {
        let options = SqliteConnectOptions::from_str(url.expose())?;
        return put_file(options.get_filename(), copy, begun).await;
    }
    let (address, password) = programs::split_password(url.expose());
    let schema = schema.unwrap_or("public");
    let mut connection = Connection::open(url).await?;
    make_schema(&mut connection, schema).await?;
    let current = connection.texts("SELECT current_schema()::text").await?.concat();
    if current != schema {
        return Err(NotCopied::OtherSchema { schema: schema.to_owned(), current });
    }
    // From now on no server connects. One that was not stopped may have connected to the empty database, and its jobs would charge as soon as
    // the rows are back.
    restoring::begin(&mut connection, begun).await?;
    if !take_alone(&mut connection).await? {
        return Err(NotCopied::InUse(who_is_there(&mut connection).await?.join(", ")));
    }
    let arguments = [
        // The tables in it: the schema itself is there.
        format!("--schema={schema}"),
        "--no-owner".to_owned(),
        "--no-privileges".to_owned(),
        "--exit-on-error".to_owned(),
        "--single-transaction".to_owned(),
        format!("--dbname={address}"),
        copy.display().to_string(),
    ];
    programs::run(PG_RESTORE, PACKAGE, &arguments, password.as_deref()).await?;
    Ok(connection.close().await?)
}

/// Counts what is in the database at `url`.
///
/// # Errors
/// If it cannot be read.
pub async fn count(url: &SecretUrl) -> Result<Tally, NotCopied> {
    let mut connection = Connection::open(url).await?;
    let tally = tally(&mut connection).await?;
    connection.close().await?;
    Ok(tally)
}

/// Makes a schema that is not there. The schema `public` always is.
async fn make_schema(connection: &mut Connection, schema: &str) -> Result<(), sqlx::Error> {
    let there = connection.texts("SELECT nspname::text FROM pg_namespace").await?;
    if there.iter().all(|name| name != schema) {
        connection.run(&format!("CREATE SCHEMA \"{}\"", schema.replace('"', "\"\""))).await?;
    }
    Ok(())
}

/// The files that SQLite has beside a database while it works on it.
fn beside(file: &Path) -> [PathBuf; 3] {
    ["-wal", "-shm", "-journal"].map(|end| PathBuf::from(format!("{}{end}", file.display())))
}

/// Puts a copy in the place of a file that does not exist yet, or is empty. Two calls at the same time do not get into each other's way. If a
/// server has made the file meanwhile, it keeps it.
async fn put_file(file: &Path, copy: &Path, begun: Begun<'_>) -> Result<(), NotCopied> {
    let wrong = |error| NotCopied::File { file: file.to_owned(), error };
    if let Some(folder) = file.parent().filter(|folder| *folder != Path::new("")) {
        std::fs::create_dir_all(folder).map_err(wrong)?;
    }
    let lock = PathBuf::from(format!("{}.restore-lock", file.display()));
    let Some(locked) = files::lock(&lock).map_err(wrong)? else { return Err(NotCopied::UnderWay(file.to_owned())) };
    let put = put_locked(file, copy, begun).await;
    std::fs::remove_file(&lock).map_err(wrong)?;
    drop(locked);
    put
}

async fn put_locked(file: &Path, copy: &Path, begun: Begun<'_>) -> Result<(), NotCopied> {
    let wrong = |error| NotCopied::File { file: file.to_owned(), error };
    let left_over = || beside(file).into_iter().find(|beside| beside.exists());
    // SQLite plays such a file into the database beside it, whichever that is.
    if let Some(left) = left_over() {
        return Err(NotCopied::LeftOver(left));
    }
    // A file that is only half there is never the database.
    let unfinished = PathBuf::from(format!("{}.restoring", file.display()));
    // Nor is what an earlier call, which was cut off, has left beside it.
    for left in beside(&unfinished).iter().filter(|beside| beside.exists()) {
        std::fs::remove_file(left).map_err(wrong)?;
    }
    std::fs::copy(copy, &unfinished).map_err(wrong)?;
    files::restrict_to_owner(&unfinished).map_err(wrong)?;
    let mut connection = Connection::open_file(&unfinished).await?;
    restoring::begin(&mut connection, begun).await?;
    connection.close().await?;
    std::fs::File::open(&unfinished).and_then(|copied| copied.sync_all()).map_err(wrong)?;
    // A server may have begun meanwhile: its first rows are beside a file that is empty.
    let is_free = left_over().is_none();
    if is_free && file.metadata().is_ok_and(|there| there.len() == 0) {
        std::fs::remove_file(file).map_err(wrong)?;
    }
    // A link is made only if nothing is there.
    let linked = if is_free { std::fs::hard_link(&unfinished, file) } else { Err(ErrorKind::AlreadyExists.into()) };
    std::fs::remove_file(&unfinished).map_err(wrong)?;
    match linked {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Err(NotCopied::Taken(file.to_owned())),
        linked => linked.map_err(wrong),
    }
}
