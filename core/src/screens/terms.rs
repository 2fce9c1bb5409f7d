//! What a box costs and promises, for visitors who have not signed up (spec A, sections 1 and 2).

use crate::{
    terms::ShopTerms,
    values::{count::days, plain_input::Nothing},
};
use serde::Serialize;
use std::borrow::Cow;

/// A term: a figure, and what it is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct Term {
    /// The figure: `$1`.
    #[cfg_attr(feature = "wasm", tsify(type = "string"))]
    pub figure: Cow<'static, str>,
    /// What the figure stands for, as the rest of its sentence.
    #[cfg_attr(feature = "wasm", tsify(type = "string"))]
    pub text: Cow<'static, str>,
}

/// `terms.shown`: what a box costs and promises, in the order in which it is shown.
#[must_use]
pub fn shown(_: &Nothing, terms: &ShopTerms) -> Vec<Term> {
    let term = |figure, text| Term { figure, text };
    vec![
        fee(terms),
        term("Free".into(), "shipping, both ways. Return by mail, or at any of our stores.".into()),
        term(
            days(terms.try_on_days_shipped).into(),
            format!(
                "to try everything on at home, or {} where you pick up at a store.",
                days(terms.try_on_days_picked_up)
            )
            .into(),
        ),
        term(
            format!("{}% off", terms.multi_item_percent).into(),
            format!("the whole purchase when you keep {} pieces or more.", terms.multi_item_count).into(),
        ),
    ]
}

/// The styling fee: that of the first box first, if it differs from the later ones.
fn fee(terms: &ShopTerms) -> Term {
    let (first, later) = (terms.first_styling_fee, terms.styling_fee.in_words());
    if first == terms.styling_fee {
        let text = "styling fee a box. It comes off the price of whatever you keep.";
        return Term { figure: later.into(), text: text.into() };
    }
    let text =
        format!("styling fee for your first box, then {later} a box. It comes off the price of whatever you keep.");
    Term { figure: first.in_words().into(), text: text.into() }
}
