//! The migrations and the data of a release never change, and every later version upgrades the data of each release.
//! `docs/operating/releases.md` says how a release is made.

mod data;
mod files;
mod making;
mod upgraded;
