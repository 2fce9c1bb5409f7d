//! Macros that write a query once for both engines. `$1` is the first bind in either. Bind each of them: a missing one is NULL.

/// `as_tx!(tx)`: a `&mut Tx`, also of a `&mut CustomerTx`.
macro_rules! as_tx {
    ($tx:expr) => {{
        let tx: &mut $crate::store::Tx = $tx;
        tx
    }};
}

/// `on_engine!(tx, connection => body)`: runs the body, which is written once, on the engine of `tx`.
macro_rules! on_engine {
    ($tx:expr, $connection:ident => $body:expr) => {
        match as_tx!($tx) {
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

/// `statement!(sql, sent)`: traces which line of the store sends the statement, so that `tests/plans` can read its plan and name the
/// line, and tells a test that watches. A release build does neither.
macro_rules! statement {
    ($sql:expr, $sent:expr) => {{
        #[cfg(debug_assertions)]
        tracing::trace!(target: "stylebox_server::store::statement", file = file!(), line = line!(), sql = $sql);
        match $crate::platform::points::reach($crate::platform::points::Point::Statement).await {
            Ok(()) => $sent.map_err($crate::store::StoreError::from),
            Err(error) => Err($crate::store::StoreError::from(sqlx::Error::Io(error))),
        }
    }};
}

/// `execute!(tx, "UPDATE …", bind, …)` returns how many rows it touched.
macro_rules! execute {
    ($tx:expr, $sql:expr $(, $bind:expr)* $(,)?) => {{
        let sql = $sql;
        statement!(sql, on_engine!($tx, connection => {
            sqlx::query(sql)$(.bind($bind))*.execute(connection).await.map(|done| done.rows_affected())
        }))
    }};
}

/// `execute_rows!(tx, "INSERT … VALUES ", "", rows, row => [bind, …])` sends one statement for all the rows, with their binds as
/// `($1, …), (…)` between the two parts. Returns how many rows it touched. Without rows it sends nothing.
macro_rules! execute_rows {
    ($tx:expr, $before:expr, $after:expr, $rows:expr, $row:ident => [$($bind:expr),+ $(,)?]) => {{
        let rows = $rows;
        let columns = [$(stringify!($bind)),+].len();
        let sql = [$before, &$crate::store::table::places(rows.len(), columns), $after].concat();
        if rows.is_empty() {
            Ok(0)
        } else {
            statement!(sql.as_str(), on_engine!($tx, connection => {
                let mut query = sqlx::query(sqlx::AssertSqlSafe(sql));
                for $row in rows {
                    query = query$(.bind($bind))+;
                }
                query.execute(connection).await.map(|done| done.rows_affected())
            }))
        }
    }};
}

/// `fetch_all!(tx, Row, "SELECT …", bind, …)` returns the rows. A `Row` is of `table!` or `row!`, or a tuple.
macro_rules! fetch_all {
    ($tx:expr, $row:ty, $sql:expr $(, $bind:expr)* $(,)?) => {{
        let sql = $sql;
        statement!(sql, on_engine!($tx, connection => sqlx::query_as::<_, $row>(sql)$(.bind($bind))*.fetch_all(connection).await))
    }};
}

/// `fetch_optional!(tx, Row, "SELECT …", bind, …)` returns the row or `None`.
macro_rules! fetch_optional {
    ($tx:expr, $row:ty, $sql:expr $(, $bind:expr)* $(,)?) => {{
        let sql = $sql;
        statement!(sql, on_engine!($tx, connection => sqlx::query_as::<_, $row>(sql)$(.bind($bind))*.fetch_optional(connection).await))
    }};
}

/// `fetch_one!(tx, Row, "SELECT …", bind, …)` returns the row. It is an error if there is none.
macro_rules! fetch_one {
    ($tx:expr, $row:ty, $sql:expr $(, $bind:expr)* $(,)?) => {{
        let sql = $sql;
        statement!(sql, on_engine!($tx, connection => sqlx::query_as::<_, $row>(sql)$(.bind($bind))*.fetch_one(connection).await))
    }};
}

/// `fetch_list!(tx, Row, columns, "FROM … WHERE …", "ORDER BY …", bind, …)` returns the rows of a statement with many. `Row` is a
/// [`FromJsonRow`](crate::store::table::FromJsonRow): its fields are the columns, in this order.
///
/// PostgreSQL sends them as rows, SQLite as one JSON array in one row: otherwise each row of SQLite comes from another thread,
/// and waking a thread costs more than reading a row.
macro_rules! fetch_list {
    ($tx:expr, $row:ty, $columns:expr, $from:expr, $order:expr $(, $bind:expr)* $(,)?) => {
        match as_tx!($tx) {
            $crate::store::Tx::Sqlite(transaction) => {
                let sql = concat!("SELECT json_group_array(json_array(", $columns, ") ", $order, ") ", $from);
                let list: $crate::store::Result<(String,)> =
                    statement!(sql, sqlx::query_as(sql)$(.bind($bind))*.fetch_one(&mut **transaction).await);
                list.and_then(|(list,)| $crate::store::table::read_json_rows::<$row>(stringify!($row), &list))
            }
            $crate::store::Tx::Postgres(transaction) => {
                let sql = concat!("SELECT ", $columns, " ", $from, " ", $order);
                statement!(sql, sqlx::query_as::<_, $row>(sql)$(.bind($bind))*.fetch_all(&mut **transaction).await)
            }
        }
    };
}

/// `fetch_json_list!(tx, Row, LIST, bind, …)` returns the rows of a [`JsonList`](crate::store::table::JsonList) that is a statement of
/// its own.
macro_rules! fetch_json_list {
    ($tx:expr, $row:ty, $list:expr $(, $bind:expr)+ $(,)?) => {{
        static LISTS: std::sync::LazyLock<$crate::store::table::JsonLists> =
            std::sync::LazyLock::new(|| $crate::store::table::JsonLists::new(&[$list]));
        let tx = as_tx!($tx);
        let list: $crate::store::Result<(String,)> = fetch_one!(tx, (String,), LISTS.of(tx) $(, $bind)+);
        list.and_then(|(list,)| $crate::store::table::read_json_rows::<$row>(stringify!($row), &list))
    }};
}

/// `fetch_list_of!(tx, Row, LIST, values)` returns the same of a list that `json_list_of!` has made: one statement for any number of
/// values.
macro_rules! fetch_list_of {
    ($tx:expr, $row:ty, $list:expr, $values:expr) => {
        fetch_json_list!($tx, $row, $list, serde_json::json!($values).to_string())
    };
}

/// `json_list!(columns, "FROM … WHERE …", "ORDER BY …")` is a list as a column of a larger statement
/// ([`JsonList`](crate::store::table::JsonList)).
macro_rules! json_list {
    ($columns:expr, $from:expr, $order:expr) => {
        json_list!(@ $columns, $order, $from, "", $from, "")
    };
    (@ $columns:expr, $order:expr, $sqlite:expr, $in_sqlite:expr, $postgres:expr, $in_postgres:expr) => {
        $crate::store::table::JsonList {
            sqlite: concat!(
                "(SELECT json_group_array(json_array(", $columns, ") ", $order, ") ", $sqlite, $in_sqlite, ")"
            ),
            postgres: concat!(
                "(SELECT COALESCE(json_agg(json_build_array(", $columns, ") ", $order, "), '[]')::TEXT ",
                $postgres, $in_postgres, ")"
            ),
        }
    };
}

/// The same of the rows whose column is one of the values of the JSON array `$1`: `json_list_of!(columns, "FROM … WHERE column",
/// "ORDER BY …")`. Another bind is named as a fourth argument.
macro_rules! json_list_of {
    ($columns:expr, $column:expr, $order:expr) => {
        json_list_of!($columns, $column, $order, "$1")
    };
    ($columns:expr, $column:expr, $order:expr, $values:expr) => {
        json_list!(
            @ $columns, $order,
            $column, concat!(" IN (SELECT value FROM json_each(", $values, "))"),
            $column, concat!(" = ANY(ARRAY(SELECT json_array_elements_text(", $values, "::JSON)))")
        )
    };
}

/// The purposes of charges, as a list in SQL. A test of `payment_attempts` compares it and the next three lists with the enums.
macro_rules! charge_purposes {
    () => {
        "('styling_fee', 'checkout')"
    };
}

/// The purposes of refunds, as a list in SQL. It and the open statuses are no binds: the database could not know then that an index of
/// some of the rows is enough.
macro_rules! refund_purposes {
    () => {
        "('styling_fee_refund', 'exchange_refund', 'checkout_refund')"
    };
}

/// The statuses of a payment attempt without an outcome, as a list in SQL.
macro_rules! open_statuses {
    () => {
        "('pending', 'unknown')"
    };
}

/// The condition that a payment attempt was declined: what was called off was not.
macro_rules! was_declined {
    () => {
        "payment_attempts.status = 'declined' AND COALESCE(payment_attempts.decline_reason, '') <> 'called_off'"
    };
}

/// What is emptied of a card: a replaced one after its time, and every one when its account ends.
macro_rules! empty_card {
    () => {
        "gateway_token = '', payment_method = NULL, fingerprint = NULL, cardholder_name = '', street_address1 = '',
           street_address2 = NULL, city = '', state = '', zip_code = '', phone = ''"
    };
}
