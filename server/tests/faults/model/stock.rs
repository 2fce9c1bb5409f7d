//! The stock, as orders leave it.

use super::Model;
use std::collections::BTreeMap;

impl Model {
    /// The stock: how many are in the warehouse, and how many of those are promised, by garment and size.
    pub fn stock(&self) -> BTreeMap<(String, String), (i64, i64)> {
        let mut stock: BTreeMap<_, _> = self.stock.iter().map(|(key, count)| (key.clone(), (*count, 0))).collect();
        for order in self.orders().filter(|order| order.is_out()) {
            for item in order.items.iter().filter(|item| !item.is_received) {
                stock.entry((item.product.clone(), item.size.clone())).or_default().0 -= 1;
            }
            let product = |line: &str| order.items.iter().find(|item| item.id == line).unwrap().product.clone();
            for (line, size) in &order.sent {
                stock.entry((product(line), size.clone())).or_default().0 -= 1;
            }
            for (line, size) in &order.held {
                stock.entry((product(line), size.clone())).or_default().1 += 1;
            }
            if order.is_being_paid() {
                for item in order.items.iter().filter(|item| item.kept == Some(true)) {
                    if let Some(size) = &item.exchange {
                        stock.entry((item.product.clone(), size.clone())).or_default().1 += 1;
                    }
                }
            }
        }
        stock
    }
}
