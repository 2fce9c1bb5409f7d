//! Plans of PostgreSQL: generic plans of prepared statements, with a planner that avoids reading whole tables.

use crate::empty_database::connect_postgres;
use crate::planner::{ForeignKey, Walk};
use serde_json::Value;
use sqlx::{AssertSqlSafe, Executor, PgConnection, SqlSafeStr};
use std::collections::BTreeSet;
use stylebox_server::store::planner_statements;

/// Nodes between a limit and an index that neither filter rows nor read all of them first.
const PASSES_ON: [&str; 2] = ["Incremental Sort", "LockRows"];

/// A database of PostgreSQL.
pub struct Postgres {
    connection: PgConnection,
    indexes: Vec<Index>,
}

/// An index as the planner sees it.
#[derive(Debug)]
struct Index {
    name: String,
    table: String,
    /// Its first column or expression, as a plan writes it.
    first: String,
    /// Whether it belongs to no constraint, so that it can be dropped.
    can_be_dropped: bool,
}

impl Postgres {
    /// Opens the database and changes it by `sql`. Returns its tables and foreign keys, too.
    pub async fn open(url: &str, sql: &'static str) -> (Self, BTreeSet<String>, Vec<ForeignKey>) {
        let mut connection = connect_postgres(url).await;
        connection.execute(sqlx::raw_sql(sql)).await.unwrap();
        let indexes = r#"SELECT index.relname::text AS name, of.relname::text AS "table",
              pg_get_indexdef(index.oid, 1, FALSE) AS first,
              NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = indexrelid) AS can_be_dropped
            FROM pg_index JOIN pg_class AS index ON index.oid = indexrelid JOIN pg_class AS of ON of.oid = indrelid
            WHERE of.relnamespace = current_schema()::regnamespace"#;
        let indexes: Vec<(_, _, _, _)> = sqlx::query_as(indexes).fetch_all(&mut connection).await.unwrap();
        let index = |(name, table, first, can_be_dropped)| Index { name, table, first, can_be_dropped };
        let indexes = indexes.into_iter().map(index).collect();
        let tables = "SELECT relname::text FROM pg_class
            WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace";
        let tables = sqlx::query_scalar(tables).fetch_all(&mut connection).await.unwrap();
        let keys = r#"SELECT conrelid::regclass::text AS "table", attname::text AS "column",
              confrelid::regclass::text AS refers_to, confdeltype = 'c' AS cascades
            FROM pg_constraint JOIN pg_attribute ON attrelid = conrelid AND attnum = conkey[1]
            WHERE contype = 'f' AND connamespace = current_schema()::regnamespace"#;
        let keys: Vec<(_, _, _, _)> = sqlx::query_as(keys).fetch_all(&mut connection).await.unwrap();
        let keys = keys.into_iter().map(ForeignKey::from).collect();
        connection.execute(sqlx::raw_sql(AssertSqlSafe(planner_statements()))).await.unwrap();
        (Self { connection, indexes }, tables.into_iter().collect(), keys)
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
    ///
    /// For an empty table the planner considers reading a whole index as cheap as reading one row. So the statement is planned again
    /// without each index that it walks. If it then walks nothing, another index serves it, and it passes.
    pub async fn walks(&mut self, sql: &str, tables: &BTreeSet<&str>) -> Vec<Walk> {
        self.connection.execute("BEGIN").await.unwrap();
        let mut first = None;
        let found = loop {
            let plan = self.explain(sql).await;
            let (mut walks, mut dropped) = (Vec::new(), None);
            read(&plan["Plan"], &mut Vec::new(), &mut |node, above| {
                let index = node["Index Name"].as_str();
                let index = index.and_then(|name| self.indexes.iter().find(|index| index.name == name));
                let table = node["Relation Name"].as_str().or(index.map(|index| index.table.as_str()));
                let table = table.filter(|table| tables.contains(table) && is_walk(node, index, above));
                let Some(table) = table else { return };
                let walk = Walk { table: table.to_owned(), plan: in_words(node) };
                // A plan can contain the same part twice.
                if !walks.contains(&walk) {
                    walks.push(walk);
                }
                dropped = dropped.take().or(index.filter(|index| index.can_be_dropped).map(|index| index.name.clone()));
            });
            if walks.is_empty() {
                break walks;
            }
            let first = first.get_or_insert(walks);
            let Some(index) = dropped else { break first.clone() };
            self.connection.execute(AssertSqlSafe(format!("DROP INDEX {index}"))).await.unwrap();
        };
        self.connection.execute("ROLLBACK").await.unwrap();
        found
    }

    /// The plan of the statement, as JSON.
    pub async fn explain(&mut self, sql: &str) -> Value {
        let failed = |error: sqlx::Error| -> ! { panic!("{error}, in {sql}") };
        let prepare = AssertSqlSafe(format!("PREPARE statement AS {sql}"));
        self.connection.execute(sqlx::raw_sql(prepare)).await.unwrap_or_else(|error| failed(error));
        let parameters = "SELECT CARDINALITY(parameter_types) FROM pg_prepared_statements WHERE name = 'statement'";
        let parameters: i32 = sqlx::query_scalar(parameters).fetch_one(&mut self.connection).await.unwrap();
        let nothings = vec!["NULL"; usize::try_from(parameters).unwrap()].join(", ");
        let arguments = if parameters > 0 { format!("({nothings})") } else { String::new() };
        let explain = AssertSqlSafe(format!("EXPLAIN (FORMAT JSON) EXECUTE statement{arguments}"));
        let row = self.connection.fetch_one(sqlx::raw_sql(explain)).await.unwrap_or_else(|error| failed(error));
        let text: String = sqlx::Row::try_get_unchecked(&row, 0).unwrap();
        self.connection.execute("DEALLOCATE statement").await.unwrap();
        let plans: Value = serde_json::from_str(&text).unwrap();
        plans[0].clone()
    }
}

/// Calls `see` with each node of a plan and the nodes above it, the outermost first.
fn read<'a>(node: &'a Value, above: &mut Vec<&'a Value>, see: &mut impl FnMut(&Value, &[&Value])) {
    see(node, above);
    above.push(node);
    for below in node["Plans"].as_array().into_iter().flatten() {
        read(below, above, see);
    }
    above.pop();
}

/// Whether a node reads a whole table or a whole index.
fn is_walk(node: &Value, index: Option<&Index>, above: &[&Value]) -> bool {
    let is_scan = match (node["Node Type"].as_str().unwrap(), index) {
        ("Index Scan" | "Index Only Scan" | "Bitmap Index Scan", Some(index)) => {
            !node["Index Cond"].as_str().is_some_and(|condition| narrows(condition, &index.first))
        }
        (kind, _) => kind.ends_with(" Scan") && kind != "Bitmap Heap Scan" && kind != "Tid Scan",
    };
    is_scan && !ends_early(node, above)
}

/// Whether the condition is on the index's first column. Any other condition reads the whole index. `IS NOT NULL` does not count.
fn narrows(condition: &str, first: &str) -> bool {
    // An index shows an expression on several lines and in its own parentheses.
    let (condition, first) = (on_one_line(condition), on_one_line(first));
    let first = first.strip_prefix('(').and_then(|first| first.strip_suffix(')')).unwrap_or(&first).trim();
    let condition = condition.replace(&format!("({first} IS NOT NULL)"), "");
    [format!("({first} "), format!("ROW({first},")].iter().any(|start| condition.contains(start))
}

fn on_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether the walk ends as soon as the statement has its rows: no row is filtered out, and their order is that of the index.
fn ends_early(node: &Value, above: &[&Value]) -> bool {
    let mut kinds = above.iter().rev().filter_map(|node| node["Node Type"].as_str());
    node["Filter"].is_null()
        && node["Node Type"] != "Bitmap Index Scan"
        && kinds.find(|kind| !PASSES_ON.contains(kind)) == Some("Limit")
}

/// The planner's description of a node.
fn in_words(node: &Value) -> String {
    let of = |name: &str| node[name].as_str().map(|text| format!("{}: {text}", name.to_lowercase()));
    let details = ["Index Name", "Index Cond", "Filter"].into_iter().filter_map(of).collect::<Vec<_>>().join(", ");
    let (kind, table) = (node["Node Type"].as_str().unwrap(), node["Relation Name"].as_str());
    format!("{kind}{} {details}", table.map(|table| format!(" on {table}")).unwrap_or_default())
}
