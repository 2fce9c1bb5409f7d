//! Plans of SQLite: `EXPLAIN QUERY PLAN`, with every parameter NULL and without statistics.

use crate::empty_database::connect_sqlite;
use crate::planner::{ForeignKey, Walk};
use sqlx::{AssertSqlSafe, Executor, SqlSafeStr, SqliteConnection};
use std::collections::BTreeSet;

/// A database of SQLite.
pub struct Sqlite {
    connection: SqliteConnection,
    indexes: Vec<Index>,
}

#[derive(Debug)]
struct Index {
    name: String,
    /// Its first column. None if that is an expression.
    first: Option<String>,
    /// The condition of its rows, if it is partial.
    condition: Option<String>,
}

impl Sqlite {
    /// Opens the database and changes it by `sql`. Returns its tables and foreign keys, too.
    pub async fn open(url: &str, sql: &'static str) -> (Self, BTreeSet<String>, Vec<ForeignKey>) {
        let mut connection = connect_sqlite(url).await;
        connection.execute(sqlx::raw_sql(sql)).await.unwrap();
        let indexes = "SELECT indexes.name, (SELECT name FROM pragma_index_info(indexes.name) WHERE seqno = 0) AS first,
              CASE WHEN sql LIKE '% WHERE %' THEN SUBSTR(sql, INSTR(sql, ' WHERE ') + LENGTH(' WHERE ')) END AS condition
            FROM sqlite_schema AS indexes WHERE type = 'index'";
        let indexes: Vec<(_, _, _)> = sqlx::query_as(indexes).fetch_all(&mut connection).await.unwrap();
        let indexes = indexes.into_iter().map(|(name, first, condition)| Index { name, first, condition }).collect();
        let tables = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'";
        let tables = sqlx::query_scalar(tables).fetch_all(&mut connection).await.unwrap();
        let keys = r#"SELECT tables.name AS "table", keys."from" AS "column", keys."table" AS refers_to,
              keys.on_delete = 'CASCADE' AS cascades
            FROM sqlite_schema AS tables JOIN pragma_foreign_key_list(tables.name) AS keys WHERE tables.type = 'table'"#;
        let keys: Vec<(_, _, _, _)> = sqlx::query_as(keys).fetch_all(&mut connection).await.unwrap();
        let keys = keys.into_iter().map(ForeignKey::from).collect();
        (Self { connection, indexes }, tables.into_iter().collect(), keys)
    }

    /// The lines of the statement's plan.
    pub async fn plan(&mut self, sql: &str) -> Vec<String> {
        let explain = AssertSqlSafe(format!("EXPLAIN QUERY PLAN {sql}"));
        let rows = sqlx::query_as(explain).fetch_all(&mut self.connection).await;
        let rows: Vec<(i64, i64, i64, String)> = rows.unwrap_or_else(|error| panic!("{error}, in {sql}"));
        rows.into_iter().map(|(.., detail)| detail).collect()
    }

    /// Prepares a statement without running it.
    pub async fn prepare(&mut self, sql: &str) -> Result<(), String> {
        let prepared = self.connection.prepare(AssertSqlSafe(sql.to_owned()).into_sql_str()).await;
        prepared.map(drop).map_err(|error| error.to_string())
    }

    /// The number that a statement finds.
    pub async fn number(&mut self, sql: &'static str) -> i64 {
        sqlx::query_scalar(sql).fetch_one(&mut self.connection).await.unwrap()
    }

    /// Which of the tables the statement walks.
    pub async fn walks(&mut self, sql: &str, tables: &BTreeSet<&str>) -> Vec<Walk> {
        let lines = self.plan(sql).await;
        let plan: Vec<&str> = lines.iter().map(String::as_str).collect();
        let words = words(sql);
        let mut walks: Vec<Walk> = Vec::new();
        for line in &plan {
            let Some(name) = walked(line) else { continue };
            for table in tables.iter().filter(|table| is_called(&words, table, name)) {
                let walk = Walk { table: (*table).to_owned(), plan: (*line).to_owned() };
                // A plan can contain the same part twice.
                if !walks.contains(&walk) && !self.ends_early(sql, line, &plan) {
                    walks.push(walk);
                }
            }
        }
        walks
    }

    /// Whether the walk ends as soon as the statement has its rows: no row is filtered out, and their order is that of the index.
    fn ends_early(&self, sql: &str, line: &str, plan: &[&str]) -> bool {
        let words = words(sql);
        let count = |word: &str| words.iter().filter(|other| other.eq_ignore_ascii_case(word)).count();
        let index =
            line.rsplit_once(" INDEX ").and_then(|(_, name)| self.indexes.iter().find(|index| index.name == name));
        let is_filtered = match index.and_then(|index| index.condition.as_deref()) {
            // All rows of a partial index fulfil its condition.
            Some(condition) => {
                let sql = sql.split_whitespace().collect::<Vec<_>>().join(" ");
                !sql.contains(&format!(" WHERE {condition} ORDER BY "))
            }
            None => count("WHERE") > 0,
        };
        // "… OF ORDER BY": only rows with equal values in the index are sorted.
        let is_sorted = |line: &&&str| line.starts_with("USE TEMP B-TREE FOR ") && !line.contains(" OF ORDER BY");
        let reads = |line: &&&str| line.starts_with("SCAN ") || line.starts_with("SEARCH ");
        let is_simple = (count("SELECT"), plan.iter().filter(reads).count(), plan.iter().filter(is_sorted).count())
            == (1, 1, 0)
            && ["GROUP", "DISTINCT", "HAVING", "OVER", "COUNT", "SUM"].iter().all(|word| count(word) == 0);
        let least_or_greatest = count("MIN") + count("MAX");
        // The smallest or greatest value is at an end of an index that begins with its column.
        let is_at_an_end = || {
            let first = index.and_then(|index| index.first.as_deref()).unwrap_or_default();
            least_or_greatest == 1 && (sql.contains(&format!("MIN({first})")) || sql.contains(&format!("MAX({first})")))
        };
        let is_limited = least_or_greatest == 0 && line.starts_with("SCAN ") && count("LIMIT") == 1;
        is_simple && !is_filtered && (is_limited || is_at_an_end())
    }

    /// The statements of the database's triggers, with their names. No plan shows them.
    pub async fn triggers(&mut self) -> Vec<(String, String)> {
        let triggers = "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'";
        let triggers: Vec<(String, String)> = sqlx::query_as(triggers).fetch_all(&mut self.connection).await.unwrap();
        let mut found = Vec::new();
        for (name, sql) in triggers {
            let (_, body) = sql.split_once("BEGIN").unwrap();
            let (body, _) = body.rsplit_once("END").unwrap();
            for statement in body.split(';').map(str::trim).filter(|text| !text.is_empty() && !text.contains("RAISE")) {
                found.push((name.clone(), without_row(statement)));
            }
        }
        found
    }
}

/// What a line of a plan walks: a table, under its name in the statement, or a result of the statement itself.
fn walked(line: &str) -> Option<&str> {
    let (how, rest) = line.split_once(' ')?;
    let name = rest.split(' ').next()?;
    let is_walk = match how {
        "SCAN" => !rest.contains(" VIRTUAL TABLE "),
        // An automatic index is built from the whole table for this statement only. A skip-scan (`ANY`) searches once for each
        // value of the first column. Looking for the smallest value is called a search even without a condition.
        "SEARCH" => rest.contains(" AUTOMATIC ") || rest.contains("(ANY(") || !rest.contains('('),
        _ => false,
    };
    is_walk.then_some(name)
}

/// The statement's names and keywords.
fn words(sql: &str) -> Vec<&str> {
    sql.split(|mark: char| !mark.is_alphanumeric() && mark != '_').filter(|word| !word.is_empty()).collect()
}

/// Whether a name in a statement's plan is the table's name, or an alias of the table in the statement.
fn is_called(words: &[&str], table: &str, name: &str) -> bool {
    let is_renamed = |pair: &[&str]| pair[0] == table && pair[1] == name;
    name == table
        || words.windows(2).any(is_renamed)
        || words.windows(3).any(|three| three[1].eq_ignore_ascii_case("AS") && is_renamed(&[three[0], three[2]]))
}

/// A trigger's statement with a parameter for each value of `NEW` and `OLD`.
fn without_row(sql: &str) -> String {
    let mut whole = String::new();
    let mut rest = sql;
    while let Some(at) = ["NEW.", "OLD."].iter().filter_map(|row| rest.find(row)).min() {
        let (before, value) = rest.split_at(at);
        whole.push_str(before);
        whole.push_str("$1");
        rest = value[4..].trim_start_matches(|mark: char| mark.is_alphanumeric() || mark == '_');
    }
    whole + rest
}
