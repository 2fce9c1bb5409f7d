//! What says, in the database itself, where the rows are: it is read before a database is opened, and by each new connection.

/// PostgreSQL: the names of the tables in the schema. Views, foreign tables and tables of an extension belong to no program: they are neither
/// in a backup nor copied.
pub const POSTGRES_TABLES: &str = "SELECT tables.relname::text FROM pg_catalog.pg_class AS tables
    WHERE tables.relkind IN ('r', 'p') AND tables.relnamespace = current_schema()::text::regnamespace
      AND NOT EXISTS (SELECT 1 FROM pg_catalog.pg_depend AS parts
        WHERE parts.classid = 'pg_class'::regclass AND parts.objid = tables.oid AND parts.deptype = 'e')
    ORDER BY tables.relname";

/// The table of the facts about the shop, which has what is said of versions, too.
pub const FACTS: &str = "shop_facts";

/// The name of the fact that the rows are in another database.
pub const MOVED_TO: &str = "moved_to";

/// The table of the target of a copy that says how far the copy is. A database that has it is half a copy, and no server starts on it.
pub const COPY_PROGRESS: &str = "copy_progress";

/// The table of the source of a copy that says where its rows are going. No server starts on a database that has it.
pub const COPY_TARGET: &str = "copy_target";

/// The table that says which backup is being restored. A database that has it is half restored, and no server starts on it.
pub const RESTORE_PROGRESS: &str = "restore_progress";

/// The statement by which an operator removes the note that the rows are in another database, to copy them once more.
#[must_use]
pub fn forgets_move() -> String {
    format!("DELETE FROM {FACTS} WHERE name = '{MOVED_TO}'")
}

/// The statement by which an operator removes the note of where the rows are going, if that was the wrong place.
#[must_use]
pub fn forgets_target() -> String {
    format!("DROP TABLE {COPY_TARGET}")
}

/// The tables of what is under way with all rows: they are copied elsewhere, copied here, or restored here.
pub const UNDER_WAY: [&str; 3] = [COPY_TARGET, COPY_PROGRESS, RESTORE_PROGRESS];

/// A restore that is not complete.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RestoreUnderWay {
    /// Servers start once it is.
    Real,
    /// No server ever starts on it.
    Trial,
}
