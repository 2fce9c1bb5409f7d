//! A table's row, written once: the struct, its columns, and how a row is read, inserted and updated.
//!
//! `table!` takes the fields of the struct. A field has the type that the service works with, and [`Column`] says how the
//! database holds it. A stored value that does not fit the type is an error of the whole row.

use crate::store::column::{Cell, Column};
use crate::store::{StoreError, Tx};
use serde_json::Value;
use std::vec;

/// The remaining columns of a row in a JSON array of rows.
#[derive(Debug)]
pub struct Cells(vec::IntoIter<Value>);

impl Cells {
    /// The next column. `what` names it in an error.
    ///
    /// # Errors
    /// If what is stored is no valid value.
    pub fn next<T: Column>(&mut self, what: &str) -> Result<T, StoreError> {
        let cell = self.0.next().ok_or_else(|| StoreError::corrupt(what, "the statement has no such column"))?;
        let value = T::Stored::from_json(cell).and_then(T::from_stored);
        value.map_err(|error| StoreError::corrupt(what, error))
    }
}

/// A row that can come in a JSON array of rows (`fetch_list!`).
pub trait FromJsonRow: Sized {
    /// Reads the row from its columns.
    ///
    /// # Errors
    /// If what is stored in one of them is no valid value.
    fn from_cells(cells: &mut Cells) -> Result<Self, StoreError>;
}

impl<A: Column> FromJsonRow for (A,) {
    fn from_cells(cells: &mut Cells) -> Result<Self, StoreError> {
        Ok((cells.next("the only column")?,))
    }
}

impl<A: Column, B: Column> FromJsonRow for (A, B) {
    fn from_cells(cells: &mut Cells) -> Result<Self, StoreError> {
        Ok((cells.next("the first column")?, cells.next("the second column")?))
    }
}

/// Reads a JSON array of rows. `what` names them in an error.
///
/// # Errors
/// If one of them has other columns, or what is stored in a column is no valid value.
pub fn read_json_rows<T: FromJsonRow>(what: &str, list: &str) -> Result<Vec<T>, StoreError> {
    let rows: Vec<Vec<Value>> = serde_json::from_str(list).map_err(|error| StoreError::corrupt(what, error))?;
    let read = |row: Vec<Value>| {
        let mut cells = Cells(row.into_iter());
        let read = T::from_cells(&mut cells)?;
        if cells.0.len() > 0 { Err(StoreError::corrupt(what, "the statement has too many columns")) } else { Ok(read) }
    };
    rows.into_iter().map(read).collect()
}

/// A list that is one column of a statement: a JSON array of rows, which [`read_json_rows`] reads. `json_list!` and `json_list_of!`
/// make it.
#[derive(Debug, Clone, Copy)]
pub struct JsonList {
    pub(in crate::store) sqlite: &'static str,
    pub(in crate::store) postgres: &'static str,
}

impl JsonList {
    /// A list without rows, in the place of one that is not asked for.
    pub(in crate::store) const EMPTY: Self = Self { sqlite: "'[]'", postgres: "'[]'" };
}

/// A statement with a row whose columns are lists.
#[derive(Debug)]
pub struct JsonLists {
    sqlite: String,
    postgres: String,
}

impl JsonLists {
    /// The statement of these lists.
    #[must_use]
    pub fn new(lists: &[JsonList]) -> Self {
        let select = |list: fn(&JsonList) -> &'static str| {
            format!("SELECT {}", lists.iter().map(list).collect::<Vec<_>>().join(", "))
        };
        Self { sqlite: select(|list| list.sqlite), postgres: select(|list| list.postgres) }
    }

    /// The statement for the engine of a transaction.
    #[must_use]
    pub fn of(&'static self, tx: &Tx) -> &'static str {
        match tx {
            Tx::Sqlite(_) => &self.sqlite,
            Tx::Postgres(_) => &self.postgres,
        }
    }
}

/// The placeholders of so many rows: `($1, $2), ($3, $4)`.
#[must_use]
pub fn places(rows: usize, columns: usize) -> String {
    let row = |row: usize| {
        let first = row * columns;
        let places: Vec<String> = (first + 1..=first + columns).map(|number| format!("${number}")).collect();
        format!("({})", places.join(", "))
    };
    (0..rows).map(row).collect::<Vec<_>>().join(", ")
}

/// The beginning of an INSERT. The [`places`] of the rows follow, with the columns in this order.
#[must_use]
pub fn insert_into(table: &str, columns: &[&str]) -> String {
    format!("INSERT INTO {table} ({}) VALUES ", columns.join(", "))
}

/// The UPDATE of the row with a key. Its binds are the key, then the columns in their order.
#[must_use]
pub fn update(table: &str, key: &str, columns: &[&str]) -> String {
    let changes: Vec<String> = (2_usize..).zip(columns).map(|(number, name)| format!("{name} = ${number}")).collect();
    format!("UPDATE {table} SET {} WHERE {key} = $1", changes.join(", "))
}

/// Defines a row's struct and everything that names its columns.
///
/// - `written in CustomerTx`: a row about a customer, which is only written under the lock of the customer's row;
///   `written in Tx`: any other row.
/// - The first field is the key. It and the other fields of the first block stay as they were inserted.
/// - `row.update(tx)` writes the fields of `changing`, all of them. Without such a block a row never changes.
/// - A field of `spread` is a struct whose fields are columns, `field in column`. Each of them is a [`Column`], and changes if the row
///   has a block `changing`.
/// - A column of `kept` has no field: its value is computed from the row, and written with it.
/// - `row.insert(tx)`, `Row::insert_all(rows, tx)` and `row.insert_if_new(tx)` write all columns.
/// - `$columns!()` is the list of columns for a SELECT, each with the table's name.
macro_rules! table {
    (
        $(#[$meta:meta])*
        pub struct $Row:ident in $table:literal, columns $columns:ident, written in $Tx:ident {
            $(#[$key_meta:meta])*
            pub $key:ident: $key_type:ty,
            $( $(#[$fixed_meta:meta])* pub $fixed:ident: $fixed_type:ty, )*
        }
        $( spread { $( $(#[$spread_meta:meta])* pub $spread:ident: $Spread:ident { $( $part:ident in $column:ident ),+ $(,)? } )+ } )?
        $( kept { $( $kept:ident = $value:expr ),+ $(,)? } )?
    ) => {
        table! {
            @row $(#[$meta])* $Row, $table, $columns, $Tx,
            { $(#[$key_meta])* pub $key: $key_type, $( $(#[$fixed_meta])* pub $fixed: $fixed_type, )* }
            { $($( $(#[$spread_meta])* pub $spread: $Spread { $( $part in $column ),+ } )+)? }
            { $($( $kept = $value, )+)? }
        }
    };
    (
        $(#[$meta:meta])*
        pub struct $Row:ident in $table:literal, columns $columns:ident, written in $Tx:ident {
            $(#[$key_meta:meta])*
            pub $key:ident: $key_type:ty,
            $( $(#[$fixed_meta:meta])* pub $fixed:ident: $fixed_type:ty, )*
        }
        changing { $( $(#[$field_meta:meta])* pub $field:ident: $type:ty, )+ }
        $( spread { $( $(#[$spread_meta:meta])* pub $spread:ident: $Spread:ident { $( $part:ident in $column:ident ),+ $(,)? } )+ } )?
        $( kept { $( $kept:ident = $value:expr ),+ $(,)? } )?
    ) => {
        table! {
            @row $(#[$meta])* $Row, $table, $columns, $Tx,
            {
                $(#[$key_meta])* pub $key: $key_type,
                $( $(#[$fixed_meta])* pub $fixed: $fixed_type, )*
                $( $(#[$field_meta])* pub $field: $type, )+
            }
            { $($( $(#[$spread_meta])* pub $spread: $Spread { $( $part in $column ),+ } )+)? }
            { $($( $kept = $value, )+)? }
        }

        impl $Row {
            /// Writes all fields of `changing` and `spread`.
            pub async fn update(&self, tx: &mut $crate::store::$Tx) -> $crate::store::Result<()> {
                use $crate::store::column::Column;
                static TEXT: std::sync::LazyLock<String> = std::sync::LazyLock::new(|| {
                    let columns = [$(stringify!($field),)+ $($($(stringify!($column),)+)+)? $($(stringify!($kept),)+)?];
                    $crate::store::table::update($table, stringify!($key), &columns)
                });
                execute!(
                    tx,
                    TEXT.as_str(),
                    self.$key.stored()
                    $(, self.$field.stored())+
                    $($($(, self.$spread.$part.stored())+)+)?
                    $($(, ($value)(self).stored())+)?
                )?;
                Ok(())
            }
        }
    };
    (
        @row $(#[$meta:meta])* $Row:ident, $table:literal, $columns:ident, $Tx:ident,
        {
            $(#[$key_meta:meta])*
            pub $key:ident: $key_type:ty,
            $( $(#[$field_meta:meta])* pub $field:ident: $type:ty, )*
        }
        { $( $(#[$spread_meta:meta])* pub $spread:ident: $Spread:ident { $( $part:ident in $column:ident ),+ } )* }
        { $( $kept:ident = $value:expr, )* }
    ) => {
        $(#[$meta])*
        #[derive(Debug, Clone, PartialEq, Eq)]
        pub struct $Row {
            $(#[$key_meta])*
            pub $key: $key_type,
            $( $(#[$field_meta])* pub $field: $type, )*
            $( $(#[$spread_meta])* pub $spread: $Spread, )*
        }

        /// The columns, for a SELECT.
        #[allow(unused_macros, reason = "not every table is read whole")]
        macro_rules! $columns {
            () => {
                concat!(
                    $table, ".", stringify!($key)
                    $(, ", ", $table, ".", stringify!($field))*
                    $($(, ", ", $table, ".", stringify!($column))+)*
                )
            };
        }

        impl $Row {
            /// Inserts the row.
            ///
            /// # Errors
            /// [`is_duplicate`](crate::store::StoreError::is_duplicate) if a unique column has the value already.
            pub async fn insert(&self, tx: &mut $crate::store::$Tx) -> $crate::store::Result<()> {
                Self::insert_all(std::slice::from_ref(self), tx).await
            }

            /// Inserts rows with one statement.
            ///
            /// # Errors
            /// As [`Self::insert`].
            pub async fn insert_all(rows: &[Self], tx: &mut $crate::store::$Tx) -> $crate::store::Result<()> {
                Self::insert_ending(rows, "", tx).await.map(drop)
            }

            /// Inserts the row unless a unique column has the value already. Returns whether it did.
            pub async fn insert_if_new(&self, tx: &mut $crate::store::$Tx) -> $crate::store::Result<bool> {
                let inserted = Self::insert_ending(std::slice::from_ref(self), " ON CONFLICT DO NOTHING", tx).await?;
                Ok(inserted == 1)
            }

            async fn insert_ending(
                rows: &[Self],
                ending: &str,
                tx: &mut $crate::store::$Tx,
            ) -> $crate::store::Result<u64> {
                use $crate::store::column::Column;
                static BEGINNING: std::sync::LazyLock<String> = std::sync::LazyLock::new(|| {
                    let columns = [stringify!($key), $(stringify!($field),)* $($(stringify!($column),)+)* $(stringify!($kept),)*];
                    $crate::store::table::insert_into($table, &columns)
                });
                execute_rows!(
                    tx,
                    BEGINNING.as_str(),
                    ending,
                    rows,
                    row => [
                        row.$key.stored()
                        $(, row.$field.stored())*
                        $($(, row.$spread.$part.stored())+)*
                        $(, ($value)(row).stored())*
                    ]
                )
            }
        }

        readable!($Row { $key: $key_type $(, $field: $type)* } $($spread: $Spread { $($part in $column),+ })*);
    };
}

/// Reads a struct of [`Column`]s from a row of either engine, each field from the column of its name, and each field of a struct that
/// is spread from the column beside it. In a JSON array of rows the columns are in the order of the fields.
macro_rules! readable {
    (
        $Row:ident { $($field:ident: $type:ty),+ $(,)? }
        $( $spread:ident: $Spread:ident { $($part:ident in $column:ident),+ } )*
    ) => {
        readable!(
            sqlx::sqlite::SqliteRow,
            $Row { $($field),+ } $( $spread: $Spread { $($part in $column),+ } )*
        );
        readable!(
            sqlx::postgres::PgRow,
            $Row { $($field),+ } $( $spread: $Spread { $($part in $column),+ } )*
        );

        impl $crate::store::table::FromJsonRow for $Row {
            fn from_cells(
                cells: &mut $crate::store::table::Cells,
            ) -> std::result::Result<Self, $crate::store::StoreError> {
                Ok(Self {
                    $( $field: cells.next(concat!(stringify!($Row), ".", stringify!($field)))?, )+
                    $( $spread: $Spread {
                        $( $part: cells.next(concat!(stringify!($Row), ".", stringify!($column)))?, )+
                    }, )*
                })
            }
        }
    };
    (
        $row:ty,
        $Row:ident { $($field:ident),+ }
        $( $spread:ident: $Spread:ident { $($part:ident in $column:ident),+ } )*
    ) => {
        impl<'r> sqlx::FromRow<'r, $row> for $Row {
            fn from_row(row: &'r $row) -> std::result::Result<Self, sqlx::Error> {
                Ok(Self {
                    $( $field: read_column!(row, $Row, $field), )+
                    $( $spread: $Spread { $( $part: read_column!(row, $Row, $column), )+ }, )*
                })
            }
        }
    };
}

/// The value of a column, of the type that the field has which takes it.
macro_rules! read_column {
    ($row:ident, $Row:ident, $column:ident) => {
        $crate::store::column::Column::from_stored(sqlx::Row::try_get($row, stringify!($column))?).map_err(
            |source| sqlx::Error::ColumnDecode {
                index: concat!(stringify!($Row), ".", stringify!($column)).to_owned(),
                source,
            },
        )?
    };
}

/// Defines the row of a statement that does not read whole rows of a table. Each field has the name of its column, and a type
/// that is a [`Column`].
macro_rules! row {
    (
        $(#[$meta:meta])*
        pub struct $Row:ident { $( $(#[$field_meta:meta])* $visibility:vis $field:ident: $type:ty, )+ }
    ) => {
        $(#[$meta])*
        pub struct $Row { $( $(#[$field_meta])* $visibility $field: $type, )+ }

        readable!($Row { $($field: $type),+ });
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_texts_number_the_binds_in_the_order_of_the_columns() {
        assert_eq!(insert_into("hats", &["id", "size"]), "INSERT INTO hats (id, size) VALUES ");
        assert_eq!(places(2, 3), "($1, $2, $3), ($4, $5, $6)");
        assert_eq!(update("hats", "id", &["size", "worn"]), "UPDATE hats SET size = $2, worn = $3 WHERE id = $1");
    }

    #[test]
    fn a_json_array_holds_rows_as_sqlite_writes_them() {
        let list = read_json_rows::<(Option<String>, bool)>("hats", r#"[["felt",1],[null,0]]"#).unwrap();
        assert_eq!(list, [(Some("felt".to_owned()), true), (None, false)]);
        for wrong in [r#"[["felt"]]"#, r#"[["felt",1,1]]"#, r#"[[1,1]]"#, r#"[["felt",null]]"#, "[1]", ""] {
            assert!(read_json_rows::<(String, bool)>("hats", wrong).is_err(), "{wrong}");
        }
    }
}
