//! A query, written once for both engines. `$1` is the first bind in either; bind each of them: a missing one is NULL.

/// `on_engine!(tx, connection => body)`: the body, written once, for the engine that `tx` is of.
macro_rules! on_engine {
    ($tx:expr, $connection:ident => $body:expr) => {
        match $tx {
            $crate::store::Tx::Sqlite(transaction) => {
                let $connection = &mut **transaction;
                $body
            }
            $crate::store::Tx::Postgres(transaction) => {
                let $connection = &mut **transaction;
                $body
            }
        }
    };
}

/// `trace_statement!(sql)`: tells the tests which line of the store sends the statement, so that they can read its plan and name
/// the line (`tests/plans`). A release build holds nothing of it.
macro_rules! trace_statement {
    ($sql:expr) => {
        #[cfg(debug_assertions)]
        tracing::trace!(target: "stylebox_server::store::statement", file = file!(), line = line!(), sql = $sql);
    };
}

/// `execute!(tx, "UPDATE …", bind, …)`: how many rows it touched.
macro_rules! execute {
    ($tx:expr, $sql:expr $(, $bind:expr)* $(,)?) => {{
        let sql = $sql;
        trace_statement!(sql);
        on_engine!($tx, connection => {
            sqlx::query(sql)$(.bind($bind))*.execute(connection).await.map(|done| done.rows_affected())
        })
        .map_err($crate::store::StoreError::from)
    }};
}

/// `fetch_all!(tx, Row, "SELECT …", bind, …)`: the rows. A `Row` derives `FromRow`, or is a tuple.
macro_rules! fetch_all {
    ($tx:expr, $row:ty, $sql:expr $(, $bind:expr)* $(,)?) => {{
        let sql = $sql;
        trace_statement!(sql);
        on_engine!($tx, connection => sqlx::query_as::<_, $row>(sql)$(.bind($bind))*.fetch_all(connection).await)
            .map_err($crate::store::StoreError::from)
    }};
}

/// `fetch_optional!(tx, Row, "SELECT …", bind, …)`: the row, or none.
macro_rules! fetch_optional {
    ($tx:expr, $row:ty, $sql:expr $(, $bind:expr)* $(,)?) => {{
        let sql = $sql;
        trace_statement!(sql);
        on_engine!($tx, connection => sqlx::query_as::<_, $row>(sql)$(.bind($bind))*.fetch_optional(connection).await)
            .map_err($crate::store::StoreError::from)
    }};
}

/// `fetch_one!(tx, Row, "SELECT …", bind, …)`: the row, which must be there.
macro_rules! fetch_one {
    ($tx:expr, $row:ty, $sql:expr $(, $bind:expr)* $(,)?) => {{
        let sql = $sql;
        trace_statement!(sql);
        on_engine!($tx, connection => sqlx::query_as::<_, $row>(sql)$(.bind($bind))*.fetch_one(connection).await)
            .map_err($crate::store::StoreError::from)
    }};
}

/// `fetch_all_of!(tx, Row, ["SELECT … WHERE column", "$1", values]; "ORDER BY …", bind, …)`: the rows whose column is one of the
/// values, with one statement for any number of them. PostgreSQL takes an array, SQLite a JSON array. There may be several such
/// lists; the other binds come after theirs.
macro_rules! fetch_all_of {
    ($tx:expr, $row:ty, $([$text:expr, $place:literal, $values:expr]),+; $end:expr $(, $bind:expr)* $(,)?) => {
        match $tx {
            $crate::store::Tx::Sqlite(transaction) => {
                let sql = concat!($($text, " IN (SELECT value FROM json_each(", $place, ")) "),+, $end);
                trace_statement!(sql);
                sqlx::query_as::<_, $row>(sql)
                    $(.bind(serde_json::json!($values).to_string()))+
                    $(.bind($bind))*
                    .fetch_all(&mut **transaction)
                    .await
            }
            $crate::store::Tx::Postgres(transaction) => {
                let sql = concat!($($text, " = ANY(", $place, ") "),+, $end);
                trace_statement!(sql);
                sqlx::query_as::<_, $row>(sql)$(.bind($values))+$(.bind($bind))*.fetch_all(&mut **transaction).await
            }
        }
        .map_err($crate::store::StoreError::from)
    };
}
