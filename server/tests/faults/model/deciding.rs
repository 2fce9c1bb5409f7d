//! What becomes of the items of a box: what its customer decides, what a checkout charges, what comes back.

use super::status::is_by_itself;
use super::{Item, Order, Told, back};
use crate::faults::acts::{Act, Answer, Choice, Work};

/// The items of an order, as its customer sees them after acts.
pub(super) struct SeenItems<'a> {
    pub items: &'a [Item],
    pub has_paid_invoice: bool,
}

impl Choice {
    /// Whether an item says so. What is to be exchanged goes back if there is no other size.
    fn is_of(self, item: &Item) -> bool {
        match (self, item.kept, item.exchange.as_deref()) {
            (Self::Keep, Some(true), None) | (Self::Return | Self::Exchange, Some(false), None) => true,
            (Self::Exchange, Some(true), Some(size)) => size != item.size,
            _ => false,
        }
    }
}

impl SeenItems<'_> {
    /// Compares the items with what was known of the order before the acts.
    ///
    /// # Errors
    /// A sentence, if they cannot be so.
    pub fn check(&self, known: &Order, told: &[Told<'_>], who: usize) -> Result<(), String> {
        self.check_garments(&known.items)?;
        back::check(known, self.items, told)?;
        self.check_decided(known, told, who)?;
        let is_wrong = |item: &&Item| item.is_paid != (self.has_paid_invoice && item.kept == Some(true));
        match self.items.iter().find(is_wrong) {
            Some(item) => Err(format!("the checkout charged what was not kept, or left out what was: {item:?}")),
            None => Ok(()),
        }
    }

    /// What is in a box stays in it, at the price that was shown.
    fn check_garments(&self, before: &[Item]) -> Result<(), String> {
        let garments = |items: &[Item]| -> Vec<_> {
            let garment = |item: &Item| (item.id.clone(), item.product.clone(), item.size.clone(), item.price);
            items.iter().map(garment).collect()
        };
        let (before, now) = (garments(before), garments(self.items));
        if before.is_empty() || before == now { Ok(()) } else { Err(format!("its box had {before:?} and has {now:?}")) }
    }

    /// What was decided is there, and nobody else decides, except a checkout by the system about what is undecided.
    fn check_decided(&self, known: &Order, told: &[Told<'_>], who: usize) -> Result<(), String> {
        let mut is_decided = false;
        for told in told.iter().filter(|told| told.order.as_deref() == Some(known.id.as_str())) {
            let Act::Decide { who: whose, choices } = told.act else { continue };
            if *whose != who || !told.may_be_done() {
                continue;
            }
            is_decided |= matches!(told.answer, Answer::Done(_));
            if self.items.iter().zip(choices.iter().cycle()).all(|(item, choice)| choice.is_of(item)) {
                return Ok(());
            }
        }
        let is_sold_out = told.iter().any(|told| told.is(Work::SoldOut, &known.id) && told.may_be_done());
        let is_lost = known.is_lost || told.iter().any(|told| told.is(Work::Lose, &known.id) && told.may_be_done());
        let may_keep = self.has_paid_invoice
            && !known.has_paid_invoice
            && (known.is_being_paid() || told.iter().any(|told| is_by_itself(told.act)));
        let stays = |(place, item): (usize, &Item)| {
            let before = known.items.get(place).map_or((None, None), |item| (item.kept, item.exchange.clone()));
            match (&before, item.kept, &item.exchange) {
                // A garment that is back cannot be kept any more.
                ((None, _), Some(false), None) => item.is_received,
                ((None, _), Some(true), None) => may_keep,
                ((Some(true), Some(_)), Some(false), None) if is_sold_out => true,
                // It was bought, and has come back; or it was in a box that was lost, and is found.
                ((Some(true), size), Some(false), None) if is_lost || self.has_paid_invoice && size.is_none() => {
                    item.is_received && known.is_named(place, told)
                }
                ((kept, size), now_kept, now_size) => *kept == now_kept && size == now_size,
            }
        };
        if is_decided || !self.items.iter().enumerate().all(stays) {
            return Err(format!("a decision is lost, or nobody made it: {:?} after {:?}", self.items, known.items));
        }
        Ok(())
    }
}
