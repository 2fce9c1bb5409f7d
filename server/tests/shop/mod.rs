//! A shop whose terms are not the specs'.

mod terms;
