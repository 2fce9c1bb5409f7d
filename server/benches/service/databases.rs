//! The benchmark's databases. Past orders are written once; the customers of the present are written again before each run.
//!
//! The past is written with SQL in bulk: one statement writes all copies of a row of the template, in the order in which the
//! service would have written them. Indexes are made afterwards. Whatever a run leaves behind is later than the past, so its
//! primary keys tell it apart: it is deleted, and the present is written again.

use crate::bulk::BulkConnection;
use crate::report::{Result, Step, count, short, text};
use crate::rows::{Contents, Copied, CopiedTable, CopyGroup, Table, TextPart, copied_id};
use crate::service::Service;
use crate::template::{self, Kind, ORDERS_OF_A_COPY, TemplateCustomer};
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use stylebox_server::platform::clock::Clock;
use stylebox_server::platform::digest::sha256;
use stylebox_server::providers::fraud;
use stylebox_server::service::access::session;
use stylebox_server::store::access::sessions::SessionRow;

/// The first number of a copy of the present. Those of the past are smaller, so that a text that begins with such a number sorts
/// after all of the past.
const FIRST_NUMBER: u64 = 50_000_001;
const PRESENT_FROM: &str = "5";
/// Foreign keys are checked in databases with at most so many past orders: the larger ones are made in the same way.
const CHECKED_ORDERS: u64 = 100_000;

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

/// Where the databases are, and what they are made from.
pub struct Databases {
    /// The folder of the SQLite files and of the stamps.
    pub folder: PathBuf,
    /// The address of the PostgreSQL server, without a database.
    pub postgres: Option<String>,
    /// A hash of the sources that the databases are made from: with another one they are made again.
    pub stamp: String,
    pub groups: Vec<CopyGroup>,
    pub tables: Vec<Table>,
    /// The contents of a database without customers.
    pub empty: Contents,
    /// How many customers have a box at home.
    pub boxes: u64,
}

/// A customer of the present: a copy of one of the template.
#[derive(Debug, Clone)]
pub struct CustomerCopy {
    pub kind: Kind,
    pub number: u64,
    pub customer: String,
    pub order: String,
    pub lines: Vec<String>,
}

impl CustomerCopy {
    /// The customer that the template already has.
    pub fn original(person: &TemplateCustomer) -> Self {
        let TemplateCustomer { kind, customer, order, lines, .. } = person.clone();
        Self { kind, number: 0, customer, order, lines }
    }

    /// The token of the customer's session.
    pub fn token(&self) -> String {
        format!("bench-{}", self.number)
    }
}

/// One database of the benchmark.
#[derive(Debug, Clone)]
pub struct Database {
    pub engine: Engine,
    pub orders: u64,
    pub url: String,
}

impl Databases {
    pub fn database(&self, engine: Engine, orders: u64) -> Result<Database> {
        let url = match (engine, &self.postgres) {
            (Engine::Sqlite, _) => format!("sqlite:{}", self.file(orders).display()),
            (Engine::Postgres, Some(server)) => format!("{server}/bench_{orders}"),
            (Engine::Postgres, None) => return Err("No PostgreSQL server was named.".to_owned()),
        };
        Ok(Database { engine, orders, url })
    }

    fn file(&self, orders: u64) -> PathBuf {
        self.folder.join(format!("shop-{orders}.db"))
    }

    fn past(&self) -> Result<&CopyGroup> {
        let past = self.groups.iter().find(|group| group.people.iter().any(|person| person.kind == Kind::Past));
        past.ok_or_else(|| "The template has no past.".to_owned())
    }

    /// The groups of the present, each with the numbers of its copies.
    fn present(&self) -> Vec<(&CopyGroup, std::ops::Range<u64>)> {
        let mut from = FIRST_NUMBER;
        let mut present = Vec::new();
        for group in &self.groups {
            let copies = match group.people.first().map(|person| person.kind) {
                Some(Kind::BoxAtHome) => self.boxes / template::DAYS,
                Some(Kind::Subscriber) => self.boxes / template::DAYS / 10,
                Some(Kind::Declined) => self.boxes / 100,
                Some(Kind::Veteran) => self.boxes / 50,
                Some(Kind::Past) | None => continue,
            };
            let numbers = from..from + copies.max(1);
            from = numbers.end;
            present.push((group, numbers));
        }
        present
    }

    pub fn customers(&self) -> Vec<CustomerCopy> {
        let mut customers = Vec::new();
        for (group, numbers) in self.present() {
            for number in numbers {
                customers.extend(group.people.iter().map(|person| customer(person, number)));
            }
        }
        customers
    }

    /// Makes the database with its past if it is missing or out of date, and writes the present.
    pub async fn prepare(&self, database: &Database) -> Result<()> {
        let stamp = self.folder.join(format!("{:?}-{}.stamp", database.engine, database.orders).to_lowercase());
        let is_kept = fs::read_to_string(&stamp).is_ok_and(|kept| kept == self.stamp);
        if !is_kept || !self.is_there(database).await? {
            let _ = fs::remove_file(&stamp);
            self.make(database).await?;
            fs::write(&stamp, &self.stamp).map_err(text)?;
        }
        self.renew(database).await
    }

    async fn is_there(&self, database: &Database) -> Result<bool> {
        if database.engine == Engine::Sqlite {
            return Ok(self.file(database.orders).exists());
        }
        let named = format!("SELECT datname::text FROM pg_database WHERE datname = 'bench_{}'", database.orders);
        Ok(!self.server().await?.texts(named).await?.is_empty())
    }

    /// A connection to the PostgreSQL server's own database.
    async fn server(&self) -> Result<BulkConnection> {
        let server = self.postgres.as_deref().unwrap_or_default();
        BulkConnection::open_postgres(&format!("{server}/postgres")).await
    }

    async fn make(&self, database: &Database) -> Result<()> {
        let mut step = Step::begin(format!("{}: filling {} past orders", database.engine, short(database.orders)));
        match database.engine {
            Engine::Sqlite => {
                for end in ["", "-wal", "-shm", "-journal"] {
                    let file = format!("{}{end}", self.file(database.orders).display());
                    if Path::new(&file).exists() {
                        fs::remove_file(&file).map_err(text)?;
                    }
                }
            }
            Engine::Postgres => {
                let mut server = self.server().await?;
                server.run(format!("DROP DATABASE IF EXISTS bench_{} WITH (FORCE)", database.orders)).await?;
                server.run(format!("CREATE DATABASE bench_{}", database.orders)).await?;
            }
        }
        Service::open(&database.url).await?.close().await;
        let mut bulk = BulkConnection::open(database, true).await?;
        bulk.begin_filling().await?;
        let triggers = bulk.drop_triggers().await?;
        let indexes = bulk.drop_indexes().await?;
        let past = self.past()?;
        let copies = (database.orders / ORDERS_OF_A_COPY).max(1);
        bulk.set_numbers(1..copies + 1).await?;
        let (mut rows, all) = (0, past.rows() * copies);
        for table in &past.tables {
            for row in &table.rows {
                rows += bulk.copy(table, row).await?;
                step.progress(format!("{} of {} rows, {}", count(rows as f64), count(all as f64), table.name));
            }
        }
        for (place, index) in indexes.iter().enumerate() {
            bulk.run(index.clone()).await?;
            step.progress(format!("{} of {} indexes", place + 1, indexes.len()));
        }
        for trigger in triggers {
            bulk.run(trigger).await?;
        }
        step.progress("writing it out");
        bulk.end_filling(database.orders <= CHECKED_ORDERS).await?;
        if database.engine == Engine::Sqlite {
            fs::File::open(self.file(database.orders)).and_then(|file| file.sync_all()).map_err(text)?;
        }
        let bytes = self.bytes(database).await? as f64;
        let each = bytes / (copies * ORDERS_OF_A_COPY) as f64 / 1024.0;
        step.done(format!("{:.0} MB, {each:.1} KB an order", bytes / 1e6));
        Ok(())
    }

    async fn bytes(&self, database: &Database) -> Result<u64> {
        if database.engine == Engine::Sqlite {
            return fs::metadata(self.file(database.orders)).map(|file| file.len()).map_err(text);
        }
        let size = format!("SELECT pg_database_size('bench_{}')::text", database.orders);
        let rows = self.server().await?.texts(size).await?;
        let size = rows.first().and_then(|row| row.first()).and_then(|size| size.parse().ok());
        size.ok_or_else(|| "PostgreSQL does not say how large the database is.".to_owned())
    }

    /// Deletes what is later than the past, and writes the present.
    async fn renew(&self, database: &Database) -> Result<()> {
        let step =
            Step::begin(format!("{}: {} boxes at home beside {}", database.engine, self.boxes, short(database.orders)));
        let mut bulk = BulkConnection::open(database, false).await?;
        bulk.begin_renewing().await?;
        let triggers = bulk.drop_triggers().await?;
        let present = self.present();
        let copied = |name: &str| {
            let tables = self.groups.iter().flat_map(|group| &group.tables);
            tables.clone().find(|table| table.name == *name)
        };
        for Table { name, columns, .. } in &self.tables {
            if let Some(table) = copied(name) {
                let from = from(table)?;
                bulk.run(format!("DELETE FROM \"{name}\" WHERE \"{}\" >= '{from}'", table.key)).await?;
                continue;
            }
            // What belongs to no customer is as in a new database.
            bulk.run(format!("DELETE FROM \"{name}\"")).await?;
            for row in self.empty.get(name).into_iter().flatten() {
                bulk.insert(name, columns, row).await?;
            }
        }
        for (group, numbers) in present {
            bulk.set_numbers(numbers).await?;
            for table in &group.tables {
                for row in &table.rows {
                    bulk.copy(table, row).await?;
                }
            }
        }
        bulk.run("CREATE TABLE IF NOT EXISTS bench_commits (number BIGINT NOT NULL)".to_owned()).await?;
        bulk.run("DELETE FROM bench_commits".to_owned()).await?;
        for trigger in triggers {
            bulk.run(trigger).await?;
        }
        bulk.end_renewing().await?;
        step.done("");
        Ok(())
    }

    /// Gives each customer a session.
    pub async fn sign_in(&self, service: &Service, customers: &[CustomerCopy]) -> Result<()> {
        let now = service.clock.now();
        let mut tx = service.state.db.write().await.map_err(text)?;
        for customer in customers {
            let row = SessionRow {
                id: service.state.new_id(),
                token_hash: sha256(&customer.token()),
                customer_id: customer.customer.clone(),
                created_at: now,
                last_seen_at: now,
                expires_at: now.plus(session::IDLE),
                device_name: "A browser".to_owned(),
                device_hash: None,
                kount_session_id: fraud::new_session_id(&*service.state.random),
            };
            row.insert(&mut tx).await.map_err(text)?;
        }
        tx.commit().await.map_err(text)
    }
}

fn customer(person: &TemplateCustomer, number: u64) -> CustomerCopy {
    CustomerCopy {
        kind: person.kind,
        number,
        customer: copied_id(&person.customer, number),
        order: copied_id(&person.order, number),
        lines: person.lines.iter().map(|line| copied_id(line, number)).collect(),
    }
}

/// The first key of the present in a table.
fn from(table: &CopiedTable) -> Result<String> {
    let place = table.columns.iter().position(|column| *column == table.key);
    let first = place.and_then(|place| table.rows.first()?.get(place));
    let Some(Copied::Rewritten(pieces)) = first else {
        return Err(format!("The rows of {} cannot be told from each other by their key.", table.name));
    };
    match pieces.first() {
        Some(TextPart::Fixed(begin)) => {
            let before_id = begin.len().checked_sub(28).and_then(|length| begin.get(..length)).unwrap_or_default();
            let day = template::present().and_hms_opt(0, 0, 0).unwrap_or_default().and_utc().timestamp_millis();
            let digits = format!("{day:012x}");
            let (high, low) = digits.split_at_checked(8).unwrap_or_default();
            Ok(format!("{before_id}{high}-{low}"))
        }
        _ => Ok(PRESENT_FROM.to_owned()),
    }
}
