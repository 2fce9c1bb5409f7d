//! Where an order may rest once all has settled. What the service does by itself is done then; what waits for staff is named.

use super::days::{DAY, is_past_noon_after};
use super::status::CHECKED_OUT;
use super::{Customer, Item, Model, Order};

impl Model {
    /// The orders of customers who are here that were sent and are not paid.
    pub fn unpaid_boxes(&self) -> impl Iterator<Item = &Order> {
        let here = self.customers.values().filter(|customer| customer.is_here());
        here.filter_map(Customer::current).filter(|order| order.was_sent && !order.has_paid_invoice)
    }
}

impl Order {
    /// The kinds of `ops attention`: one of them has to name it. None if staff or its customer do the next step anyway. `waits` says whether its
    /// fee may be unpaid because of its card, or because staff have to see to what the bank has refused.
    ///
    /// # Errors
    /// Its status, if it cannot rest there at all.
    pub fn named_as(&self, now: i64, waits: bool) -> Result<&'static [&'static str], String> {
        // So many days ago; a day more, because the jobs have to come to it first.
        let is_over =
            |day: Option<&str>, days: i64| day.is_some_and(|day| is_past_noon_after(day, now - (days + 1) * DAY));
        let (sent_by, checkout_by) = (Some(self.ship_by.as_str()), self.checkout_by.as_deref());
        let is_due_back = self.items.iter().any(Item::is_due_back);
        let is_paid = self.has_paid_invoice;
        match self.status.as_str() {
            _ if self.is_being_paid() => Ok(&["payments"]),
            "payment_processing" => Err(self.status.clone()),
            "created" | "styling" | "styled" | "ready_to_ship" if is_over(sent_by, 0) => {
                // It moves by itself unless its customer is asked whether to keep it, and has some days to answer.
                if waits || self.may_be_answered(now) {
                    Ok(&["late_orders", "unpaid_fees"])
                } else {
                    Err(self.status.clone())
                }
            }
            "delivered_to_customer" | "in_transit_to_stylebox" | "delivered_to_stylebox"
                if is_due_back && is_over(checkout_by, 30) =>
            {
                Ok(&["overdue_returns"])
            }
            "delivered_to_customer" if !is_paid && is_over(checkout_by, 0) => Ok(&["checkouts"]),
            // The system waits until staff have looked its box over.
            "delivered_to_stylebox" if !is_paid && is_over(checkout_by, 0) => Ok(&["checkouts", "parcels"]),
            "checked_out_by_customer" | "checked_out_by_system" | "checked_out_by_admin" => Err(self.status.clone()),
            status if CHECKED_OUT.contains(&status) && self.is_whole() => Err(self.status.clone()),
            _ => Ok(&[]),
        }
    }
}
