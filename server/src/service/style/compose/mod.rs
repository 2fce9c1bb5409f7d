//! Composes a box of outfits from the catalogue by the customer's answers, and writes what the letter in it says. What the customer wrote
//! in their own words is not understood: materials, allergies, maternity. So the letter says nothing of it.
//!
//! A pure function of the catalogue, the stock, the customer's answers and a seed.

pub mod chance;
pub mod taste;
pub mod wishes;
pub mod words;

use crate::data::catalogue::{Catalogue, Garment, Role};
use chance::Chance;
use std::collections::{HashMap, HashSet};
use stylebox_core::policy;
use wishes::Wishes;

/// A composed box.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StyledBox {
    /// What the letter says before its end.
    pub(crate) letter: String,
    pub(crate) outfits: Vec<Outfit>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outfit {
    pub(crate) title: String,
    /// How to wear it.
    pub(crate) stylist_note: String,
    pub(crate) pieces: Vec<Piece>,
}

/// A garment in the customer's size.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    pub(crate) product_id: String,
    pub(crate) size: String,
}

/// Why no box can be composed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum StylingError {
    /// The customer's sizes are not known.
    #[error("The customer has not said which sizes they wear.")]
    NoSizes,
    /// Too few garments in stock suit the customer.
    #[error("Too little is in stock in the customer's sizes, colors and prices for a box.")]
    TooLittleInStock,
}

/// The garments that a box is composed from.
#[derive(Clone, Copy)]
pub struct Supply<'a> {
    pub(crate) catalogue: &'a Catalogue,
    /// How many of a garment in a size are free.
    pub(crate) stock: &'a (dyn Fn(&str, &str) -> i64 + Sync),
    /// The garments that the customer was sent before.
    pub(crate) sent_before: &'a HashMap<String, SentBefore>,
}

/// How often a customer was sent a garment.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SentBefore {
    pub(crate) times: i64,
    /// How often it went back.
    pub(crate) returned: i64,
}

impl SentBefore {
    /// How much less a garment counts because of it: new ones come first, then those that were kept. What went back is sent again
    /// only if nothing else is left, because the customer did not want it.
    const fn weight(self) -> i64 {
        self.times.saturating_mul(100).saturating_add(self.returned.saturating_mul(1000))
    }
}

/// The possible plans of a box of five or six pieces: the parts of each outfit.
const PLANS: [&[&[Part]]; 4] = [
    &[&[Part::Top, Part::Jeans, Part::Layer], &[Part::Top, Part::Bottom, Part::Finish]],
    &[&[Part::Top, Part::Jeans], &[Part::Top, Part::Bottom], &[Part::Dress, Part::Layer]],
    &[&[Part::Top, Part::Jeans, Part::Finish], &[Part::Dress, Part::Layer]],
    &[&[Part::Top, Part::Jeans, Part::Outer], &[Part::Top, Part::Bottom, Part::Finish]],
];
const DRESS_OCCASIONS: [&str; 3] = ["evenings_out", "celebrations", "at_the_office"];

/// A part of an outfit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Top,
    Layer,
    Jeans,
    Bottom,
    Dress,
    Outer,
    /// Shoes if the customer asked for them, otherwise an accessory.
    Finish,
}

/// Composes a box.
///
/// # Errors
/// If the customer's sizes are not known, or too little is in stock that the customer would wear.
pub fn compose(supply: Supply<'_>, wishes: &Wishes, seed: u64) -> Result<StyledBox, StylingError> {
    if wishes.top_size.is_none() || wishes.bottom_size.is_none() {
        return Err(StylingError::NoSizes);
    }
    let chance = Chance(seed);
    // The first of the plans with the fewest garments that the customer knows: no dress rather than one that went back.
    let filled = plans(wishes, chance).into_iter().filter_map(|plan| fill(supply, wishes, plan, chance));
    let outfits = filled.min_by_key(|outfits| known_weight(supply, outfits)).ok_or(StylingError::TooLittleInStock)?;
    let mut writer = words::Writer::new(wishes, chance);
    let letter = writer.letter(&outfits);
    let outfits = outfits.iter().enumerate().map(|(place, garments)| {
        let (title, stylist_note) = writer.outfit(garments, place);
        let pieces = garments.iter().filter_map(|garment| piece(garment, wishes)).collect();
        Outfit { title, stylist_note, pieces }
    });
    Ok(StyledBox { letter, outfits: outfits.collect() })
}

/// The plans in the order in which they are tried: those with a dress come first if an occasion asks for dresses.
fn plans(wishes: &Wishes, chance: Chance) -> Vec<&'static [&'static [Part]]> {
    let wears_dresses = wishes.occasions.iter().any(|occasion| DRESS_OCCASIONS.contains(&occasion.as_str()));
    let mut plans = PLANS.to_vec();
    let first = chance.below("plan", PLANS.len());
    plans.rotate_left(first);
    plans.sort_by_key(|plan| has_dress(plan) != wears_dresses);
    plans
}

fn has_dress(plan: &[&[Part]]) -> bool {
    plan.iter().any(|outfit| outfit.contains(&Part::Dress))
}

/// The garments of each outfit; `None` if a necessary part of an outfit is missing.
fn fill<'a>(supply: Supply<'a>, wishes: &Wishes, plan: &[&[Part]], chance: Chance) -> Option<Vec<Vec<&'a Garment>>> {
    let mut used: HashSet<&str> = HashSet::new();
    let mut outfits = Vec::new();
    for (place, parts) in plan.iter().enumerate() {
        let mut outfit: Vec<&Garment> = Vec::new();
        for part in *parts {
            let found =
                best(supply, wishes, Place { part: *part, occasion: wishes.occasion(place) }, &outfit, &used, chance);
            match found {
                Some(garment) => {
                    used.insert(&garment.id);
                    outfit.push(garment);
                }
                None if matches!(part, Part::Layer | Part::Outer | Part::Finish) => {}
                None => return None,
            }
        }
        outfits.push(outfit);
    }
    (outfits.iter().map(Vec::len).sum::<usize>() >= policy::FEWEST_PIECES).then_some(outfits)
}

/// How much of a box the customer knows.
fn known_weight(supply: Supply<'_>, outfits: &[Vec<&Garment>]) -> i64 {
    let known = outfits.iter().flatten().filter_map(|garment| supply.sent_before.get(&garment.id));
    known.map(|sent| sent.weight()).sum()
}

/// A part of an outfit that needs a garment.
#[derive(Clone, Copy)]
struct Place<'a> {
    part: Part,
    occasion: Option<&'a str>,
}

/// The bonus of a garment for the outfit's occasion.
const FOR_THE_OCCASION: i64 = 5;

fn best<'a>(
    supply: Supply<'a>,
    wishes: &Wishes,
    place: Place<'_>,
    outfit: &[&Garment],
    used: &HashSet<&str>,
    chance: Chance,
) -> Option<&'a Garment> {
    let in_stock =
        |garment: &&Garment| piece(garment, wishes).is_some_and(|piece| (supply.stock)(&garment.id, &piece.size) > 0);
    let candidates = supply.catalogue.items.iter().filter(|garment| {
        plays(garment, place.part, wishes)
            && !used.contains(garment.id.as_str())
            && taste::may_be_sent(garment, wishes)
            && taste::goes_with(garment, outfit)
    });
    candidates.filter(in_stock).max_by_key(|garment| {
        let seen = supply.sent_before.get(&garment.id).map_or(0, |sent| sent.weight());
        let surprise = i64::try_from(chance.below(&garment.id, surprise(wishes))).unwrap_or(0);
        let fits =
            place.occasion.is_some_and(|occasion| garment.attributes.occasions.iter().any(|one| one == occasion));
        let fitting = if fits { FOR_THE_OCCASION } else { 0 };
        (taste::appeal(garment, wishes) + fitting + surprise - seen, garment.id.as_str())
    })
}

fn plays(garment: &Garment, part: Part, wishes: &Wishes) -> bool {
    let role = garment.attributes.role;
    let denim = garment.attributes.denim.is_some();
    match part {
        Part::Top => role == Role::Top,
        Part::Layer => role == Role::Layer,
        Part::Jeans => role == Role::Bottom && denim,
        Part::Bottom => role == Role::Bottom && !denim,
        Part::Dress => role == Role::Dress,
        Part::Outer => role == Role::Outer,
        Part::Finish if wishes.shoe_size.is_some() => role == Role::Shoes,
        Part::Finish => role == Role::Accessory,
    }
}

/// Among how many of the best garments chance may choose.
fn surprise(wishes: &Wishes) -> usize {
    match wishes.adventure.as_deref() {
        Some("Stick with what I know") => 3,
        Some("Surprise me") => 12,
        _ => 6,
    }
}

fn piece(garment: &Garment, wishes: &Wishes) -> Option<Piece> {
    let size = wishes.size(garment.attributes.sizing)?;
    Some(Piece { product_id: garment.id.clone(), size: size.to_owned() })
}

#[cfg(test)]
mod tests;
