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

/// `execute!(tx, "UPDATE …", bind, …)`: how many rows it touched.
macro_rules! execute {
    ($tx:expr, $sql:expr $(, $bind:expr)* $(,)?) => {
        on_engine!($tx, connection => {
            sqlx::query($sql)$(.bind($bind))*.execute(connection).await.map(|done| done.rows_affected())
        })
        .map_err($crate::store::StoreError::from)
    };
}

/// `fetch_all!(tx, Row, "SELECT …", bind, …)`: the rows. A `Row` derives `FromRow`, or is a tuple.
macro_rules! fetch_all {
    ($tx:expr, $row:ty, $sql:expr $(, $bind:expr)* $(,)?) => {
        on_engine!($tx, connection => sqlx::query_as::<_, $row>($sql)$(.bind($bind))*.fetch_all(connection).await)
            .map_err($crate::store::StoreError::from)
    };
}

/// `fetch_optional!(tx, Row, "SELECT …", bind, …)`: the row, or none.
macro_rules! fetch_optional {
    ($tx:expr, $row:ty, $sql:expr $(, $bind:expr)* $(,)?) => {
        on_engine!($tx, connection => sqlx::query_as::<_, $row>($sql)$(.bind($bind))*.fetch_optional(connection).await)
            .map_err($crate::store::StoreError::from)
    };
}

/// `fetch_one!(tx, Row, "SELECT …", bind, …)`: the row, which must be there.
macro_rules! fetch_one {
    ($tx:expr, $row:ty, $sql:expr $(, $bind:expr)* $(,)?) => {
        on_engine!($tx, connection => sqlx::query_as::<_, $row>($sql)$(.bind($bind))*.fetch_one(connection).await)
            .map_err($crate::store::StoreError::from)
    };
}
