//! The rows of the template's customers, and how a row is copied: each copy has ids of its own, and whatever else is unique.
//!
//! The tables are read from the database, so nothing here names one. An id is a UUID; its last eight digits become the copy's
//! number in every column, so that references hold. A unique text that is no id (an email address, a code, a key) gets the
//! number in front, in every column that has the same text. Rows that name the same id or the same unique text belong
//! together. What belongs to no customer (the warehouse, the jobs) is not copied.

use crate::report::{Result, text};
use crate::template::{PHONE, STREET, TemplateCustomer, ZIP};
use sqlx::sqlite::{SqliteConnectOptions, SqliteRow};
use sqlx::{AssertSqlSafe, Connection, Row as _, SqliteConnection};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::str::FromStr;

#[derive(Debug, Clone)]
pub struct Table {
    pub name: String,
    pub columns: Vec<String>,
    /// Indexes into `columns` of the primary key.
    key: Vec<usize>,
    /// Indexes into `columns` of each unique index, the primary key too.
    unique: Vec<Vec<usize>>,
}

/// A value as it is stored.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Value {
    Null,
    /// As SQL text.
    Number(String),
    Text(String),
    /// In hexadecimal digits.
    Bytes(String),
}

/// One value for each column.
pub type Row = Vec<Value>;

/// The rows of the template database, by table.
pub type Contents = BTreeMap<String, Vec<Row>>;

/// A part of a text that differs between copies.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TextPart {
    Fixed(String),
    /// The copy's number, in eight digits.
    Number,
    /// Its last five digits.
    Zip,
}

/// How a value is written in a copy.
#[derive(Debug, Clone)]
pub enum Copied {
    Unchanged(Value),
    Rewritten(Vec<TextPart>),
}

/// The rows of one table that are copied, ordered by primary key.
#[derive(Debug, Clone)]
pub struct CopiedTable {
    pub name: String,
    pub columns: Vec<String>,
    /// The first column of the primary key.
    pub key: String,
    pub rows: Vec<Vec<Copied>>,
}

/// Customers who are copied together.
#[derive(Debug, Clone)]
pub struct CopyGroup {
    pub people: Vec<TemplateCustomer>,
    pub tables: Vec<CopiedTable>,
}

impl CopyGroup {
    pub fn rows(&self) -> u64 {
        self.tables.iter().map(|table| table.rows.len() as u64).sum()
    }
}

/// A connection to the template database.
pub async fn connect(url: &str) -> Result<SqliteConnection> {
    let options = SqliteConnectOptions::from_str(url).map_err(text)?;
    SqliteConnection::connect_with(&options).await.map_err(text)
}

async fn ask(connection: &mut SqliteConnection, sql: String) -> Result<Vec<SqliteRow>> {
    sqlx::query(AssertSqlSafe(sql)).fetch_all(connection).await.map_err(text)
}

/// The tables that the migrations have made.
pub async fn tables(connection: &mut SqliteConnection) -> Result<Vec<Table>> {
    let names =
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name NOT LIKE '_sqlx%'
        ORDER BY name";
    let mut tables = Vec::new();
    for row in ask(connection, names.to_owned()).await? {
        let name: String = row.try_get(0).map_err(text)?;
        let listed = format!("SELECT name, pk FROM pragma_table_info('{name}') ORDER BY cid");
        let (mut columns, mut key) = (Vec::new(), Vec::new());
        for (place, row) in ask(connection, listed).await?.into_iter().enumerate() {
            columns.push(row.try_get::<String, _>(0).map_err(text)?);
            let part: i64 = row.try_get(1).map_err(text)?;
            if part > 0 {
                key.push((part, place));
            }
        }
        key.sort_unstable();
        let key: Vec<usize> = key.into_iter().map(|(_, place)| place).collect();
        let mut unique = vec![key.clone()];
        let indexes = format!("SELECT name FROM pragma_index_list('{name}') WHERE \"unique\" = 1");
        for row in ask(connection, indexes).await? {
            let index: String = row.try_get(0).map_err(text)?;
            let parts = ask(connection, format!("SELECT cid FROM pragma_index_info('{index}') ORDER BY seqno")).await?;
            let places = parts.iter().filter_map(|row| usize::try_from(row.try_get::<i64, _>(0).ok()?).ok());
            unique.push(places.collect());
        }
        tables.push(Table { name, columns, key, unique });
    }
    Ok(tables)
}

/// All rows of the tables.
pub async fn read(connection: &mut SqliteConnection, tables: &[Table]) -> Result<Contents> {
    let mut contents = Contents::new();
    for table in tables {
        let quoted: Vec<String> = table.columns.iter().map(|column| format!("quote(\"{column}\")")).collect();
        let sql = format!("SELECT {} FROM \"{}\"", quoted.join(", "), table.name);
        let mut rows = Vec::new();
        for row in ask(connection, sql).await? {
            let cells = (0..table.columns.len()).map(|place| row.try_get::<String, _>(place).map(|cell| value(&cell)));
            rows.push(cells.collect::<std::result::Result<Row, _>>().map_err(text)?);
        }
        contents.insert(table.name.clone(), rows);
    }
    Ok(contents)
}

/// Reads what SQLite's `quote()` has written.
fn value(quoted: &str) -> Value {
    let inside = |start: &str| quoted.strip_prefix(start).and_then(|rest| rest.strip_suffix('\''));
    if quoted == "NULL" {
        Value::Null
    } else if let Some(words) = inside("'") {
        Value::Text(words.replace("''", "'"))
    } else if let Some(bytes) = inside("X'") {
        Value::Bytes(bytes.to_owned())
    } else {
        Value::Number(quoted.to_owned())
    }
}

/// The length of a UUID as text, and how much of it a copy keeps.
const UUID: usize = 36;
const UUID_KEPT: usize = 28;

fn is_uuid(candidate: &str) -> bool {
    candidate.len() == UUID
        && candidate.bytes().enumerate().all(|(place, byte)| match place {
            8 | 13 | 18 | 23 => byte == b'-',
            14 => byte == b'7',
            _ => byte.is_ascii_hexdigit(),
        })
}

/// The positions at which a UUID begins.
fn uuids(words: &str) -> Vec<usize> {
    let mut found = Vec::new();
    let mut at = 0;
    while at + UUID <= words.len() {
        if words.get(at..at + UUID).is_some_and(is_uuid) {
            found.push(at);
            at += UUID;
        } else {
            at += 1;
        }
    }
    found
}

/// The id in the copy of that number.
pub fn copied_id(id: &str, number: u64) -> String {
    format!("{}{number:08}", id.get(..UUID_KEPT).unwrap_or_default())
}

/// Groups the customers with all rows that belong to them, of those that are new since `before`.
pub fn groups(
    tables: &[Table],
    before: &Contents,
    after: &Contents,
    people: &[TemplateCustomer],
) -> Result<Vec<CopyGroup>> {
    let new = new_rows(tables, before, after);
    let unique = unique_texts(tables, &new);
    let numbers = connected(&new, &unique);
    let mut groups: Vec<(HashSet<usize>, CopyGroup)> = Vec::new();
    for person in people {
        let own = new.iter().zip(&numbers).find(|((_, row), _)| row.contains(&Value::Text(person.email.clone())));
        let (_, number) = own.ok_or_else(|| format!("{} is not in the database.", person.email))?;
        match groups.iter_mut().find(|(known, _)| known.contains(number)) {
            Some((_, group)) => group.people.push(person.clone()),
            None => {
                let rows = new.iter().zip(&numbers).filter(|(_, of)| *of == number).map(|(row, _)| row);
                let group = CopyGroup { people: vec![person.clone()], tables: copied(tables, rows, &unique) };
                groups.push((HashSet::from([*number]), group));
            }
        }
    }
    Ok(groups.into_iter().map(|(_, group)| group).collect())
}

/// A row, with the index of its table.
type Placed<'a> = (usize, &'a Row);

fn new_rows<'a>(tables: &[Table], before: &Contents, after: &'a Contents) -> Vec<Placed<'a>> {
    let mut new = Vec::new();
    for (place, table) in tables.iter().enumerate() {
        let key = |row: &Row| -> Vec<Value> { table.key.iter().filter_map(|at| row.get(*at)).cloned().collect() };
        let known: HashSet<Vec<Value>> = before.get(&table.name).into_iter().flatten().map(key).collect();
        let rows = after.get(&table.name).into_iter().flatten();
        new.extend(rows.filter(|row| !known.contains(&key(row))).map(|row| (place, row)));
    }
    new
}

/// The texts that are unique and hold no id.
fn unique_texts(tables: &[Table], rows: &[Placed<'_>]) -> HashSet<String> {
    let mut texts = HashSet::new();
    for (place, row) in rows {
        for index in tables.get(*place).into_iter().flat_map(|table| &table.unique) {
            let values: Vec<&Value> = index.iter().filter_map(|at| row.get(*at)).collect();
            // Rows that lack a value of the index are not compared by it.
            if values.iter().any(|value| matches!(value, Value::Null)) {
                continue;
            }
            let words: Vec<&String> = values
                .iter()
                .filter_map(|value| if let Value::Text(words) = value { Some(words) } else { None })
                .collect();
            if words.iter().all(|words| uuids(words).is_empty()) {
                texts.extend(words.into_iter().cloned());
            }
        }
    }
    texts
}

/// The number of each row's group: rows that name the same id or the same unique text are of one group.
fn connected(rows: &[Placed<'_>], unique: &HashSet<String>) -> Vec<usize> {
    let mut parents: Vec<usize> = (0..rows.len()).collect();
    let mut first_with: HashMap<&str, usize> = HashMap::new();
    for (place, (_, row)) in rows.iter().enumerate() {
        for value in row.iter() {
            let Value::Text(words) = value else { continue };
            let ids = uuids(words).into_iter().filter_map(|at| words.get(at..at + UUID));
            let whole = Some(words.as_str()).filter(|words| unique.contains(*words));
            for name in ids.chain(whole) {
                let other = *first_with.entry(name).or_insert(place);
                let (one, other) = (root(&parents, place), root(&parents, other));
                if let Some(parent) = parents.get_mut(one) {
                    *parent = other;
                }
            }
        }
    }
    (0..rows.len()).map(|place| root(&parents, place)).collect()
}

fn root(parents: &[usize], mut place: usize) -> usize {
    while let Some(parent) = parents.get(place).copied().filter(|parent| *parent != place) {
        place = parent;
    }
    place
}

fn copied<'a>(
    tables: &[Table],
    rows: impl Iterator<Item = &'a Placed<'a>>,
    unique: &HashSet<String>,
) -> Vec<CopiedTable> {
    let mut by_table: BTreeMap<usize, Vec<&Row>> = BTreeMap::new();
    for (place, row) in rows {
        by_table.entry(*place).or_default().push(row);
    }
    let mut made = Vec::new();
    for (place, mut rows) in by_table {
        let Some(table) = tables.get(place) else { continue };
        let Some(key) = table.key.first().and_then(|at| table.columns.get(*at)) else { continue };
        let order = |row: &&Row| -> Vec<String> {
            table.key.iter().filter_map(|at| row.get(*at)).map(|value| format!("{value:?}")).collect()
        };
        rows.sort_by_key(order);
        let rows = rows.into_iter().map(|row| row.iter().map(|value| copied_value(value, unique)).collect());
        made.push(CopiedTable {
            name: table.name.clone(),
            columns: table.columns.clone(),
            key: key.clone(),
            rows: rows.collect(),
        });
    }
    made
}

/// Whether a text is a hash in hexadecimal digits, such as that of a card's number.
fn is_hash(words: &str) -> bool {
    words.len() == 64 && words.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// How a value is written in a copy. Streets, phones and ZIPs differ too: the fraud check counts customers of one address. So do hashes:
/// in a shop, few customers have the same card.
fn copied_value(value: &Value, unique: &HashSet<String>) -> Copied {
    let Value::Text(words) = value else { return Copied::Unchanged(value.clone()) };
    let fixed = |words: &str| TextPart::Fixed(words.to_owned());
    if words == ZIP {
        return Copied::Rewritten(vec![TextPart::Zip]);
    }
    if words.len() == 10 && words.starts_with(PHONE) {
        return Copied::Rewritten(vec![fixed("61"), TextPart::Number]);
    }
    if words.ends_with(STREET) && words.len() == STREET.len() + 4 {
        return Copied::Rewritten(vec![TextPart::Number, fixed(STREET)]);
    }
    let ids = uuids(words);
    if ids.is_empty() {
        return if unique.contains(words) || is_hash(words) {
            Copied::Rewritten(vec![TextPart::Number, fixed(words)])
        } else {
            Copied::Unchanged(value.clone())
        };
    }
    let (mut pieces, mut from) = (Vec::new(), 0);
    for at in ids {
        pieces.push(fixed(words.get(from..at + UUID_KEPT).unwrap_or_default()));
        pieces.push(TextPart::Number);
        from = at + UUID;
    }
    pieces.push(fixed(words.get(from..).unwrap_or_default()));
    pieces.retain(|piece| *piece != TextPart::Fixed(String::new()));
    Copied::Rewritten(pieces)
}
