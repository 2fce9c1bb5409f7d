//! The data of a release: rows as it stored them, in a file.

use super::files::{VERSION, files, released, stored};
use crate::support::empty_database::{connect_postgres, connect_sqlite};
use crate::support::{SECRET_KEY, TestApp, TestDatabase};
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use serde_json::{Map, Value, json};
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::{AssertSqlSafe, Executor, SqlSafeStr};
use std::fmt::Write as _;
use std::io::{Read, Write as _};
use std::path::{Path, PathBuf};

/// Rows as a release stored them. They are the same for both engines: booleans are 1 and 0, and bytes are hexadecimal after `\x`.
pub struct Data {
    /// The release, its last migration, the time of the clock, and the secret key under which the rows were hashed and sealed.
    pub about: Value,
    /// In the order of foreign keys.
    pub tables: Vec<Table>,
}

pub struct Table {
    pub name: String,
    pub columns: Vec<String>,
    pub rows: Vec<Value>,
}

impl Data {
    /// Reads a file. Its first line has the facts about the release. Then each table has a line with its name and columns, and a line
    /// for each row.
    pub fn from_file(file: &Path) -> Self {
        let mut text = String::new();
        GzDecoder::new(std::fs::File::open(file).unwrap()).read_to_string(&mut text).unwrap();
        let mut lines = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        let mut data = Self { about: lines.next().unwrap(), tables: Vec::new() };
        for line in lines {
            if line.is_array() {
                data.tables.last_mut().unwrap().rows.push(line);
            } else {
                let columns = serde_json::from_value(line["columns"].clone()).unwrap();
                data.tables.push(Table { name: line["table"].as_str().unwrap().to_owned(), columns, rows: Vec::new() });
            }
        }
        data
    }

    pub fn write(&self, file: &Path) {
        let mut text = format!("{}\n", self.about);
        for Table { name, columns, rows } in &self.tables {
            writeln!(text, "{}", json!({"table": name, "columns": columns})).unwrap();
            for row in rows {
                writeln!(text, "{row}").unwrap();
            }
        }
        let mut packed = GzEncoder::new(Vec::new(), Compression::best());
        packed.write_all(text.as_bytes()).unwrap();
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(file, packed.finish().unwrap()).unwrap();
    }

    /// Reads all rows of an SQLite database.
    pub async fn read(app: &TestApp) -> Self {
        let mut connection = connect_sqlite(app.state.settings.database_url.expose()).await;
        let last = *files("sqlite").keys().last().unwrap();
        let about = json!({
            "about": "Made-up data of a release, for the test of upgrades. The key is a public one of tests.",
            "release": VERSION, "last_migration": last, "now": crate::support::START, "test_key": SECRET_KEY,
        });
        let mut data = Self { about, tables: Vec::new() };
        for name in tables() {
            let columns = "SELECT name, type FROM pragma_table_xinfo($1) WHERE hidden = 0 ORDER BY cid";
            let columns: Vec<(String, String)> =
                sqlx::query_as(columns).bind(&name).fetch_all(&mut connection).await.unwrap();
            let values = columns.iter().map(|(column, kind)| match kind.as_str() {
                "BLOB" => format!("'\\x' || LOWER(HEX({column}))"),
                _ => column.clone(),
            });
            let values = values.collect::<Vec<_>>().join(", ");
            let rows = format!("SELECT json_array({values}) FROM {name} ORDER BY {}, {}", columns[0].0, columns[1].0);
            let rows: Vec<String> = sqlx::query_scalar(AssertSqlSafe(rows)).fetch_all(&mut connection).await.unwrap();
            let rows = rows.iter().map(|row| serde_json::from_str(row).unwrap()).collect();
            data.tables.push(Table { name, columns: columns.into_iter().map(|(column, _)| column).collect(), rows });
        }
        data
    }

    /// The number of the release's last migration.
    pub fn last_migration(&self) -> i64 {
        self.about["last_migration"].as_i64().unwrap()
    }

    /// Makes a database with the tables of the migrations up to `last`, and inserts the release's rows.
    pub async fn load(&self, last: i64) -> TestDatabase {
        let database = TestDatabase::fresh().await;
        if let Some(file) = database.url.strip_prefix("sqlite:") {
            std::fs::create_dir_all(Path::new(file).parent().unwrap()).unwrap();
            std::fs::write(file, b"").unwrap();
            let mut connection = connect_sqlite(&database.url).await;
            migrator("sqlite", last).run(&mut connection).await.unwrap();
            for table in &self.tables {
                let bytes = "SELECT name FROM pragma_table_xinfo($1) WHERE type = 'BLOB'";
                let bytes: Vec<String> =
                    sqlx::query_scalar(bytes).bind(&table.name).fetch_all(&mut connection).await.unwrap();
                let value = |place: usize, column: &String| match bytes.contains(column) {
                    true => format!("UNHEX(SUBSTR(value ->> {place}, 3))"),
                    false => format!("value ->> {place}"),
                };
                let insert = table.insert(value, "json_each($1)");
                let rows = Value::from(table.rows.clone()).to_string();
                connection.execute(AssertSqlSafe(table.delete())).await.unwrap();
                sqlx::query(AssertSqlSafe(insert)).bind(rows).execute(&mut connection).await.unwrap();
            }
        } else {
            let mut connection = connect_postgres(&database.url).await;
            migrator("postgres", last).run(&mut connection).await.unwrap();
            for table in &self.tables {
                let source = format!("json_populate_recordset(NULL::{}, CAST($1 AS json))", table.name);
                let insert = table.insert(|_, column| column.clone(), &source);
                connection.execute(AssertSqlSafe(table.delete())).await.unwrap();
                sqlx::query(AssertSqlSafe(insert)).bind(table.objects()).execute(&mut connection).await.unwrap();
            }
        }
        database
    }
}

impl Table {
    /// Deletes the rows that a migration or a trigger has inserted.
    fn delete(&self) -> String {
        format!("DELETE FROM {}", self.name)
    }

    /// Inserts the rows of `source`. `value` gives the expression for each column.
    fn insert(&self, value: impl Fn(usize, &String) -> String, source: &str) -> String {
        let values: Vec<String> = self.columns.iter().enumerate().map(|(place, column)| value(place, column)).collect();
        format!("INSERT INTO {} ({}) SELECT {} FROM {source}", self.name, self.columns.join(", "), values.join(", "))
    }

    /// The rows as a JSON list of objects.
    fn objects(&self) -> String {
        let object = |row: &Value| {
            let values = row.as_array().unwrap().iter().cloned();
            Value::Object(self.columns.iter().cloned().zip(values).collect::<Map<_, _>>())
        };
        Value::Array(self.rows.iter().map(object).collect()).to_string()
    }
}

/// The migrations of an engine up to a number.
fn migrator(engine: &str, last: i64) -> Migrator {
    let steps = files(engine).into_iter().filter(|(number, _)| *number <= last).map(|(number, file)| {
        let sql = AssertSqlSafe(std::fs::read_to_string(file).unwrap()).into_sql_str();
        Migration::new(number, "of a release".into(), MigrationType::Simple, sql, false)
    });
    Migrator::with_migrations(steps.collect())
}

/// All tables, in the order of foreign keys.
fn tables() -> Vec<String> {
    let texts = files("sqlite").into_values().map(|file| std::fs::read_to_string(file).unwrap());
    let text = texts.collect::<Vec<_>>().concat();
    let names = text.lines().filter_map(|line| line.strip_prefix("CREATE TABLE ")?.split(' ').next());
    names.map(str::to_owned).collect()
}

/// The files with the data of each release.
pub fn files_of_data() -> Vec<PathBuf> {
    let files: Vec<_> = std::fs::read_dir(stored()).unwrap().map(|file| file.unwrap().path()).collect();
    assert_eq!(files.len(), released().len(), "each release has its data: {files:?}");
    files
}
