//! The files of a shop's folder: plain formats that a merchandiser opens in a spreadsheet. Each reader names every fault of its file.

pub mod fault;
pub mod holidays;
pub mod spreadsheet;
pub mod stores;
