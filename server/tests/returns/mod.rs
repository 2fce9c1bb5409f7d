//! Returns and exchanges.

mod exchanges;
mod late_pieces;
mod received;
mod written_off;

use crate::support::TestApp;
use serde_json::Value;
use stylebox_server::store::order::stock;

/// How many pieces the shop has that no box holds.
async fn on_the_shelf(app: &TestApp) -> i64 {
    let mut tx = app.state.db.read().await.unwrap();
    stock::free(&mut tx).await.unwrap().iter().map(|row| row.free).sum()
}

/// The garment of an item, as staff name it.
fn garment(line: &Value) -> String {
    line["image_url"].as_str().unwrap().rsplit('/').next().unwrap().to_owned()
}
