//! A database as a whole, table by table, whatever the tables are about: to count it, to copy it, to restore it.
//!
//! Each works on a connection of its own, beside the pool of the service, because it reads everything and takes long.

mod alone;
mod connection;
mod copy;
mod restoring;
mod snapshot;
mod tables;
mod tally;

pub use alone::{is_taken_alone, who_is_there};
pub use connection::Connection;
pub use copy::{
    begin_target, copy_all, end_copy, has_waiting_writer, hold_still, let_servers_start, note_target, remove_note,
    source_of, take_target,
};
pub use restoring::{Begun, Restoring, end_restore, note_compared, restoring};
pub use snapshot::{BackupFile, NotCopied, count, restore, take};
pub use tables::{Column, Kind, MIGRATIONS, Table, tables};
pub use tally::{TableTally, Tally, tally};
