//! The benchmark's databases: filled with the past once, and given the same present anew before each run.
//!
//! The past is written by SQL in bulk, a row of the template at a time and all its copies with it, in the order in which the
//! shop would have written them; indexes are made afterwards. What a run has left behind is everything later than the past,
//! so it is found by the primary keys, and the present is put back in its place.

use crate::bulk::Raw;
use crate::report::{Result, Step, count, short, text};
use crate::rows::{Contents, Copied, CopiedTable, Piece, Table, Unit, copied_id};
use crate::shop::Shop;
use crate::template::{self, Kind, ORDERS_OF_A_COPY, Person};
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
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
