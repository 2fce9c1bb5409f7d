//! The commands of staff.

mod staff;
