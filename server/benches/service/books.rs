//! The benchmark's databases: filled with the past once, and given the same present anew before each run.
//!
//! The past is written by SQL in bulk, a row of the template at a time and all its copies with it, in the order in which the
//! shop would have written them; indexes are made afterwards. What a run has left behind is everything later than the past,
//! so it is found by the primary keys, and the present is put back in its place.

use crate::report::{Result, Step, count, short, text};
use crate::rows::{Contents, Copied, CopiedTable, Piece, Row, Table, Unit, Value, copied_id};
use crate::shop::Shop;
use crate::template::{self, Kind, ORDERS_OF_A_COPY, Person};
use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqliteSynchronous};
use sqlx::{AssertSqlSafe, Connection, Row as _};
use std::collections::HashMap;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use stylebox_server::platform::clock::Clock;
use stylebox_server::platform::session;
use stylebox_server::store::account::sessions::SessionRow;

/// The first number of a copy of the present; those of the past are smaller. A text that begins with such a number sorts
/// after all of the past.
const FIRST_NUMBER: u64 = 50_000_001;
const PRESENT_FROM: &str = "5";
/// So many past orders at most are looked through for references to nothing: the larger databases are made in the same way.
const CHECKED_ORDERS: u64 = 100_000;

/// A database engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Engine {
    Sqlite,
    Postgres,
}

impl fmt::Display for Engine {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Sqlite => "SQLite",
            Self::Postgres => "PostgreSQL",
        })
    }
}

/// Where the databases lie, and what they are made of.
pub struct Ground {
    /// The folder of the SQLite files, and of the stamps.
    pub folder: PathBuf,
    /// The address of the PostgreSQL server, without a database.
    pub postgres: Option<String>,
    /// What the databases are made from, as a hash: with another one they are made anew.
    pub stamp: String,
    pub units: Vec<Unit>,
    pub tables: Vec<Table>,
    /// What is in the tables of a shop without customers.
    pub empty: Contents,
    /// How many boxes are at home.
    pub boxes: u64,
}

/// A customer of the present, who can be called for.
#[derive(Debug, Clone)]
pub struct Guest {
    pub kind: Kind,
    pub number: u64,
    pub customer: String,
    pub order: String,
    pub lines: Vec<String>,
}

impl Guest {
    /// A customer of the template itself.
    pub fn original(person: &Person) -> Self {
        let Person { kind, customer, order, lines, .. } = person.clone();
        Self { kind, number: 0, customer, order, lines }
    }

    /// The token of the session that each guest has.
    pub fn token(&self) -> String {
        format!("bench-{}", self.number)
    }
}

/// A database with so many past orders.
#[derive(Debug, Clone)]
pub struct Books {
    pub engine: Engine,
    pub orders: u64,
    pub url: String,
}

impl Ground {
    /// The database of an engine with so many past orders.
    pub fn books(&self, engine: Engine, orders: u64) -> Result<Books> {
        let url = match (engine, &self.postgres) {
            (Engine::Sqlite, _) => format!("sqlite:{}", self.file(orders).display()),
            (Engine::Postgres, Some(server)) => format!("{server}/bench_{orders}"),
            (Engine::Postgres, None) => return Err("No PostgreSQL server was named.".to_owned()),
        };
        Ok(Books { engine, orders, url })
    }

    fn file(&self, orders: u64) -> PathBuf {
        self.folder.join(format!("shop-{orders}.db"))
    }

    fn past(&self) -> Result<&Unit> {
        let past = self.units.iter().find(|unit| unit.people.iter().any(|person| person.kind == Kind::Past));
        past.ok_or_else(|| "The template has no past.".to_owned())
    }

    /// The units of the present, each with the numbers of its copies.
    fn present(&self) -> Vec<(&Unit, std::ops::Range<u64>)> {
        let mut from = FIRST_NUMBER;
        let mut present = Vec::new();
        for unit in &self.units {
            let copies = match unit.people.first().map(|person| person.kind) {
                Some(Kind::Home) => self.boxes / template::DAYS,
                Some(Kind::Subscriber) => self.boxes / template::DAYS / 10,
                Some(Kind::Declined) => self.boxes / 100,
                Some(Kind::Veteran) => self.boxes / 50,
                Some(Kind::Past) | None => continue,
            };
            let numbers = from..from + copies.max(1);
            from = numbers.end;
            present.push((unit, numbers));
        }
        present
    }

    /// The customers of the present.
    pub fn guests(&self) -> Vec<Guest> {
        let mut guests = Vec::new();
        for (unit, numbers) in self.present() {
            for number in numbers {
                guests.extend(unit.people.iter().map(|person| guest(person, number)));
            }
        }
        guests
    }

    /// Sees to it that the database is there with its past, and puts the present into it.
    pub async fn prepare(&self, books: &Books) -> Result<()> {
        let stamp = self.folder.join(format!("{:?}-{}.stamp", books.engine, books.orders).to_lowercase());
        let is_kept = fs::read_to_string(&stamp).is_ok_and(|kept| kept == self.stamp);
        if !is_kept || !self.is_there(books).await? {
            let _ = fs::remove_file(&stamp);
            self.make(books).await?;
            fs::write(&stamp, &self.stamp).map_err(text)?;
        }
        self.renew(books).await
    }

    async fn is_there(&self, books: &Books) -> Result<bool> {
        if books.engine == Engine::Sqlite {
            return Ok(self.file(books.orders).exists());
        }
        let named = format!("SELECT datname::text FROM pg_database WHERE datname = 'bench_{}'", books.orders);
        Ok(!self.server().await?.texts(named).await?.is_empty())
    }

    /// The PostgreSQL server's own database.
    async fn server(&self) -> Result<Raw> {
        let server = self.postgres.as_deref().unwrap_or_default();
        Raw::open_postgres(&format!("{server}/postgres")).await
    }

    /// Makes the database with its past.
    async fn make(&self, books: &Books) -> Result<()> {
        let mut step = Step::begin(format!("{}: filling {} past orders", books.engine, short(books.orders)));
        match books.engine {
            Engine::Sqlite => {
                for end in ["", "-wal", "-shm", "-journal"] {
                    let file = format!("{}{end}", self.file(books.orders).display());
                    if Path::new(&file).exists() {
                        fs::remove_file(&file).map_err(text)?;
                    }
                }
            }
            Engine::Postgres => {
                let mut server = self.server().await?;
                server.run(format!("DROP DATABASE IF EXISTS bench_{} WITH (FORCE)", books.orders)).await?;
                server.run(format!("CREATE DATABASE bench_{}", books.orders)).await?;
            }
        }
        Shop::open(&books.url).await?.close().await;
        let mut raw = Raw::open(books, true).await?;
        raw.begin_filling().await?;
        let triggers = raw.take_triggers_away().await?;
        let indexes = raw.take_indexes_away().await?;
        let past = self.past()?;
        let copies = (books.orders / ORDERS_OF_A_COPY).max(1);
        raw.number(1..copies + 1).await?;
        let (mut rows, all) = (0, past.rows() * copies);
        for table in &past.tables {
            for row in &table.rows {
                rows += raw.copy(table, row).await?;
                step.progress(format!("{} of {} rows, {}", count(rows as f64), count(all as f64), table.name));
            }
        }
        for (place, index) in indexes.iter().enumerate() {
            raw.run(index.clone()).await?;
            step.progress(format!("{} of {} indexes", place + 1, indexes.len()));
        }
        for trigger in triggers {
            raw.run(trigger).await?;
        }
        step.progress("writing it out");
        raw.end_filling(books.orders <= CHECKED_ORDERS).await?;
        if books.engine == Engine::Sqlite {
            fs::File::open(self.file(books.orders)).and_then(|file| file.sync_all()).map_err(text)?;
        }
        let bytes = self.bytes(books).await? as f64;
        let each = bytes / (copies * ORDERS_OF_A_COPY) as f64 / 1024.0;
        step.done(format!("{:.0} MB, {each:.1} KB an order", bytes / 1e6));
        Ok(())
    }

    /// How large the database is.
    async fn bytes(&self, books: &Books) -> Result<u64> {
        if books.engine == Engine::Sqlite {
            return fs::metadata(self.file(books.orders)).map(|file| file.len()).map_err(text);
        }
        let size = format!("SELECT pg_database_size('bench_{}')::text", books.orders);
        let rows = self.server().await?.texts(size).await?;
        let size = rows.first().and_then(|row| row.first()).and_then(|size| size.parse().ok());
        size.ok_or_else(|| "PostgreSQL does not say how large the database is.".to_owned())
    }

    /// Takes away what is later than the past, and puts the present in its place.
    async fn renew(&self, books: &Books) -> Result<()> {
        let step =
            Step::begin(format!("{}: {} boxes at home beside {}", books.engine, self.boxes, short(books.orders)));
        let mut raw = Raw::open(books, false).await?;
        raw.begin_renewing().await?;
        let triggers = raw.take_triggers_away().await?;
        let present = self.present();
        let copied = |name: &str| {
            let tables = self.units.iter().flat_map(|unit| &unit.tables);
            tables.clone().find(|table| table.name == *name)
        };
        for Table { name, columns, .. } in &self.tables {
            if let Some(table) = copied(name) {
                let from = from(table)?;
                raw.run(format!("DELETE FROM \"{name}\" WHERE \"{}\" >= '{from}'", table.key)).await?;
                continue;
            }
            // What belongs to no customer is as in a new shop.
            raw.run(format!("DELETE FROM \"{name}\"")).await?;
            for row in self.empty.get(name).into_iter().flatten() {
                raw.put_back(name, columns, row).await?;
            }
        }
        for (unit, numbers) in present {
            raw.number(numbers).await?;
            for table in &unit.tables {
                for row in &table.rows {
                    raw.copy(table, row).await?;
                }
            }
        }
        raw.run("CREATE TABLE IF NOT EXISTS bench_commits (number BIGINT NOT NULL)".to_owned()).await?;
        raw.run("DELETE FROM bench_commits".to_owned()).await?;
        for trigger in triggers {
            raw.run(trigger).await?;
        }
        raw.end_renewing().await?;
        step.done("");
        Ok(())
    }

    /// Signs the guests in: each gets a session.
    pub async fn sign_in(&self, shop: &Shop, guests: &[Guest]) -> Result<()> {
        let now = shop.clock.now();
        let mut tx = shop.state.db.write().await.map_err(text)?;
        for guest in guests {
            let row = SessionRow {
                id: shop.state.new_id(),
                token_hash: session::hash(&guest.token()),
                customer_id: guest.customer.clone(),
                created_at: now,
                last_seen_at: now,
                expires_at: now.plus(session::IDLE),
            };
            row.insert(&mut tx).await.map_err(text)?;
        }
        tx.commit().await.map_err(text)
    }
}

fn guest(person: &Person, number: u64) -> Guest {
    Guest {
        kind: person.kind,
        number,
        customer: copied_id(&person.customer, number),
        order: copied_id(&person.order, number),
        lines: person.lines.iter().map(|line| copied_id(line, number)).collect(),
    }
}

/// The first key of a table that is of the present.
fn from(table: &CopiedTable) -> Result<String> {
    let place = table.columns.iter().position(|column| *column == table.key);
    let first = place.and_then(|place| table.rows.first()?.get(place));
    let Some(Copied::Marked(pieces)) = first else {
        return Err(format!("The rows of {} cannot be told from each other by their key.", table.name));
    };
    match pieces.first() {
        Some(Piece::Fixed(begin)) => {
            let before_id = begin.len().checked_sub(28).and_then(|length| begin.get(..length)).unwrap_or_default();
            let day = template::present().and_hms_opt(0, 0, 0).unwrap_or_default().and_utc().timestamp_millis();
            let digits = format!("{day:012x}");
            let (high, low) = digits.split_at_checked(8).unwrap_or_default();
            Ok(format!("{before_id}{high}-{low}"))
        }
        _ => Ok(PRESENT_FROM.to_owned()),
    }
}

/// A connection that writes in bulk, past all checks.
enum Raw {
    Sqlite(SqliteConnection),
    Postgres {
        connection: PgConnection,
        /// The type of each column, by table and name.
        types: HashMap<(String, String), String>,
    },
}

impl Raw {
    async fn open(books: &Books, fills: bool) -> Result<Self> {
        if books.engine == Engine::Postgres {
            return Self::open_postgres(&books.url).await;
        }
        let options = SqliteConnectOptions::from_str(&books.url).map_err(text)?.foreign_keys(false);
        // A file that is being filled is thrown away if that does not come to its end.
        let options = options.synchronous(SqliteSynchronous::Off).pragma("cache_size", "-262144");
        let journal = if fills { SqliteJournalMode::Off } else { SqliteJournalMode::Wal };
        let connection = SqliteConnection::connect_with(&options.journal_mode(journal)).await;
        Ok(Self::Sqlite(connection.map_err(text)?))
    }

    async fn open_postgres(url: &str) -> Result<Self> {
        let options = PgConnectOptions::from_str(url).map_err(text)?;
        let connection = PgConnection::connect_with(&options).await.map_err(text)?;
        let mut raw = Self::Postgres { connection, types: HashMap::new() };
        let columns = "SELECT table_name::text, column_name::text, data_type::text FROM information_schema.columns
            WHERE table_schema = 'public'";
        let found = raw.texts(columns.to_owned()).await?;
        if let Self::Postgres { types, .. } = &mut raw {
            for row in found {
                if let [table, column, kind] = row.as_slice() {
                    types.insert((table.clone(), column.clone()), kind.clone());
                }
            }
        }
        Ok(raw)
    }

    /// Runs statements; how many rows they touched.
    async fn run(&mut self, sql: String) -> Result<u64> {
        let begin: String = sql.chars().take(120).collect();
        let done = match self {
            Self::Sqlite(connection) => {
                sqlx::raw_sql(AssertSqlSafe(sql)).execute(connection).await.map(|done| done.rows_affected())
            }
            Self::Postgres { connection, .. } => {
                sqlx::raw_sql(AssertSqlSafe(sql)).execute(connection).await.map(|done| done.rows_affected())
            }
        };
        done.map_err(|error| format!("{error} ({begin} …)"))
    }

    /// The rows of a query of texts.
    async fn texts(&mut self, sql: String) -> Result<Vec<Vec<String>>> {
        macro_rules! texts {
            ($connection:expr) => {{
                let rows = sqlx::query(AssertSqlSafe(sql)).fetch_all($connection).await.map_err(text)?;
                let mut found = Vec::new();
                for row in &rows {
                    let cells = (0..row.len()).map(|place| row.try_get::<String, _>(place));
                    found.push(cells.collect::<std::result::Result<Vec<_>, _>>().map_err(text)?);
                }
                Ok(found)
            }};
        }
        match self {
            Self::Sqlite(connection) => texts!(connection),
            Self::Postgres { connection, .. } => texts!(connection),
        }
    }

    async fn begin_filling(&mut self) -> Result<()> {
        if matches!(self, Self::Sqlite(_)) {
            return self.run("BEGIN EXCLUSIVE".to_owned()).await.map(drop);
        }
        self.run("BEGIN; SET LOCAL session_replication_role = replica".to_owned()).await?;
        // What is written into a table that was emptied in the same transaction needs no log.
        let tables = "SELECT quote_ident(tablename) FROM pg_tables WHERE schemaname = 'public' AND tablename NOT LIKE '\\_sqlx%'";
        let tables: Vec<String> = self.texts(tables.to_owned()).await?.into_iter().flatten().collect();
        self.run(format!("TRUNCATE {}", tables.join(", "))).await.map(drop)
    }

    /// Takes the indexes away that are no key. The statements that make them again.
    async fn take_indexes_away(&mut self) -> Result<Vec<String>> {
        let listed = match self {
            Self::Sqlite(_) => "SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL",
            Self::Postgres { .. } => {
                "SELECT indexname::text, indexdef FROM pg_indexes WHERE schemaname = 'public'
                   AND indexname NOT IN (SELECT conname FROM pg_constraint)"
            }
        };
        let mut makers = Vec::new();
        for row in self.texts(listed.to_owned()).await? {
            if let [name, maker] = row.as_slice() {
                self.run(format!("DROP INDEX \"{name}\"")).await?;
                makers.push(maker.clone());
            }
        }
        Ok(makers)
    }

    async fn end_filling(&mut self, checks: bool) -> Result<()> {
        self.run("COMMIT".to_owned()).await?;
        match self {
            Self::Sqlite(_) if checks => {
                let lost = "SELECT DISTINCT \"table\" FROM pragma_foreign_key_check";
                let lost = self.texts(lost.to_owned()).await?;
                if lost.is_empty() {
                    Ok(())
                } else {
                    Err(format!("Copied rows name rows that are not there: {lost:?}"))
                }
            }
            Self::Sqlite(_) => Ok(()),
            Self::Postgres { .. } => {
                self.run("VACUUM (ANALYZE)".to_owned()).await?;
                self.run("CHECKPOINT".to_owned()).await.map(drop)
            }
        }
    }

    async fn begin_renewing(&mut self) -> Result<()> {
        let sql = match self {
            Self::Sqlite(_) => "BEGIN IMMEDIATE",
            Self::Postgres { .. } => "BEGIN; SET LOCAL session_replication_role = replica",
        };
        self.run(sql.to_owned()).await.map(drop)
    }

    /// Triggers stand aside: those that refuse changes, and those that write what is copied anyway. The statements that put
    /// them back. On PostgreSQL they do not act in such a transaction.
    async fn take_triggers_away(&mut self) -> Result<Vec<String>> {
        let mut makers = Vec::new();
        if matches!(self, Self::Postgres { .. }) {
            return Ok(makers);
        }
        for row in self.texts("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'".to_owned()).await? {
            if let [name, maker] = row.as_slice() {
                self.run(format!("DROP TRIGGER \"{name}\"")).await?;
                makers.push(maker.clone());
            }
        }
        Ok(makers)
    }

    async fn end_renewing(&mut self) -> Result<()> {
        self.run("COMMIT".to_owned()).await?;
        match self {
            Self::Sqlite(_) => self.run("PRAGMA wal_checkpoint(TRUNCATE)".to_owned()).await.map(drop),
            Self::Postgres { .. } => {
                // As its own housekeeping would, a little later and in the midst of the measuring.
                self.run("ANALYZE".to_owned()).await?;
                self.run("CHECKPOINT".to_owned()).await.map(drop)
            }
        }
    }

    /// The numbers of the copies that are made next.
    async fn number(&mut self, numbers: std::ops::Range<u64>) -> Result<()> {
        self.run("DROP TABLE IF EXISTS bench_numbers".to_owned()).await?;
        let (first, last) = (numbers.start, numbers.end.saturating_sub(1));
        let sql = match self {
            Self::Sqlite(_) => format!(
                "CREATE TEMP TABLE bench_numbers AS
                 WITH RECURSIVE counted(n) AS (VALUES ({first}) UNION ALL SELECT n + 1 FROM counted WHERE n < {last})
                 SELECT printf('%08d', n) AS number, printf('%05d', n % 100000) AS zip FROM counted"
            ),
            Self::Postgres { .. } => format!(
                "CREATE TEMP TABLE bench_numbers AS
                 SELECT lpad(n::text, 8, '0') AS number, lpad((n % 100000)::text, 5, '0') AS zip
                 FROM generate_series({first}, {last}) AS counted (n)"
            ),
        };
        self.run(sql).await.map(drop)
    }

    /// Writes all copies of a row. How many.
    async fn copy(&mut self, table: &CopiedTable, row: &[Copied]) -> Result<u64> {
        let cells = table.columns.iter().zip(row).map(|(column, value)| match value {
            Copied::Same(value) => self.literal(&table.name, column, value),
            Copied::Marked(pieces) => marked(pieces),
        });
        let sql = format!(
            "INSERT INTO \"{}\" ({}) SELECT {} FROM bench_numbers",
            table.name,
            names(&table.columns),
            cells.collect::<Vec<_>>().join(", ")
        );
        self.run(sql).await
    }

    /// Writes a row as it is.
    async fn put_back(&mut self, table: &str, columns: &[String], row: &Row) -> Result<()> {
        let cells = columns.iter().zip(row).map(|(column, value)| self.literal(table, column, value));
        let cells = cells.collect::<Vec<_>>().join(", ");
        let sql = format!("INSERT INTO \"{table}\" ({}) VALUES ({cells})", names(columns));
        self.run(sql).await.map(drop)
    }

    fn literal(&self, table: &str, column: &str, value: &Value) -> String {
        let Self::Postgres { types, .. } = self else {
            return match value {
                Value::Null => "NULL".to_owned(),
                Value::Number(number) => number.clone(),
                Value::Text(words) => quoted(words),
                Value::Bytes(bytes) => format!("X'{bytes}'"),
            };
        };
        let written = match value {
            Value::Null => return "NULL".to_owned(),
            Value::Number(number) => quoted(number),
            Value::Text(words) => quoted(words),
            Value::Bytes(bytes) => format!("'\\x{bytes}'"),
        };
        let kind = types.get(&(table.to_owned(), column.to_owned())).map_or("text", String::as_str);
        format!("CAST({written} AS {kind})")
    }
}

fn names(columns: &[String]) -> String {
    columns.iter().map(|column| format!("\"{column}\"")).collect::<Vec<_>>().join(", ")
}

fn quoted(words: &str) -> String {
    format!("'{}'", words.replace('\'', "''"))
}

fn marked(pieces: &[Piece]) -> String {
    let piece = |piece: &Piece| match piece {
        Piece::Fixed(words) => quoted(words),
        Piece::Number => "number".to_owned(),
        Piece::Zip => "zip".to_owned(),
    };
    pieces.iter().map(piece).collect::<Vec<_>>().join(" || ")
}
