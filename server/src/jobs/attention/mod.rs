//! What waits for staff: `ops attention` lists it, and `/metrics` counts it by kind.
//!
//! A kind of thing that waits is a row of [`kinds::ALL`]. To add one, write a function that finds what waits, in the file of its area,
//! and its row; the list, `--json` and the metric follow from that:
//!
//! ```text
//! pub async fn late(state: &AppState) -> StaffResult<Vec<Waiting>> {
//!     let late = orders::late(&mut state.db.read().await?, state.clock.now().today()).await?;
//!     Ok(late.into_iter().map(|order| Waiting::new(order.code, "its day is past, and it is not sent")).collect())
//! }
//!
//! Kind { name: "late_orders", find: |state| Box::pin(orders::late(state)) },
//! ```

pub mod kinds;
mod messages;
mod orders;
mod payments;
pub mod report;
pub mod returns;
mod running;
pub mod waiting;
