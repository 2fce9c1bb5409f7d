//! The customer's answers to the questionnaire, as types for composing a box. Their own words are not among them: only people understand
//! those.

use crate::data::Vocabulary;
use crate::data::catalogue::Sizing;
use serde_json::{Map, Value};
use std::collections::HashMap;
use stylebox_core::values::money::Money;

/// A customer's answers.
#[derive(Debug, Clone, Default)]
pub struct Wishes {
    /// The customer's first name, for the greeting.
    pub(crate) first_name: String,
    /// XS to XL.
    pub(crate) top_size: Option<String>,
    /// 0 to 18.
    pub(crate) bottom_size: Option<String>,
    /// Asked only if shoes are wanted.
    pub(crate) shoe_size: Option<String>,
    /// Where the waistband of the jeans sits.
    pub(crate) denim_rise: Option<String>,
    /// The shapes of leg that the customer wears.
    pub(crate) denim_legs: Vec<String>,
    /// How worn-in the jeans may look.
    pub(crate) denim_distress: Option<String>,
    /// The least and the most that the customer spends on jeans.
    pub(crate) denim_spend: Option<(Money, Money)>,
    /// The most that the customer spends on a top or a knit; none if it does not matter.
    pub(crate) top_spend: Option<Money>,
    pub(crate) disliked_colors: Vec<String>,
    pub(crate) avoided_patterns: Vec<String>,
    /// How much the customer likes each look, by choice and by swipes.
    pub(crate) looks: HashMap<String, i64>,
    /// The looks that the customer chose, by their labels.
    pub(crate) chosen_looks: Vec<String>,
    /// How many cards the customer liked.
    pub(crate) liked_cards: usize,
    /// The occasions that the clothes are for, by their refs.
    pub(crate) occasions: Vec<String>,
    /// How far the box may go from what the customer usually wears.
    pub(crate) adventure: Option<String>,
    /// Whether the customer's ears are pierced.
    pub(crate) pierced_ears: bool,
    /// `Gold`, `Silver`, `Both`, or none, thank you.
    pub(crate) jewelry: Option<String>,
    /// The styles of shoe that the customer would wear.
    pub(crate) shoe_styles: Vec<String>,
    /// The highest heel.
    pub(crate) heel: Option<String>,
}

/// The weight of a chosen look, if a swipe has the weight 1.
const CHOSEN_LOOK: i64 = 4;

impl Wishes {
    /// The occasion of the outfit at that place of the box: the customer's occasions in turn.
    #[must_use]
    pub fn occasion(&self, place: usize) -> Option<&str> {
        self.occasions.iter().cycle().nth(place).map(String::as_str)
    }

    /// Reads the answers. A question without an answer is `None` or empty. The first name is not among them.
    #[must_use]
    pub fn read(answers: &Map<String, Value>, vocabulary: &Vocabulary) -> Self {
        let text = |key: &str| text_of(answers.get(key));
        let list = |key: &str| list_of(answers.get(key));
        let chosen_looks = list("style_looks");
        let mut looks: HashMap<String, i64> =
            vocabulary.refs("style_looks", &chosen_looks).into_iter().map(|look| (look, CHOSEN_LOOK)).collect();
        let mut liked_cards = 0;
        let decks = ["style_shuffle", "style_reshuffle"].into_iter().filter_map(|deck| answers.get(deck)?.as_object());
        for (card, swipe) in decks.flatten() {
            let weight = if swipe == "like" { 1 } else { -1 };
            liked_cards += usize::from(weight > 0);
            for look in vocabulary.styles_of_card(card) {
                *looks.entry(look.clone()).or_default() += weight;
            }
        }
        Self {
            first_name: String::new(),
            top_size: text("top_size"),
            bottom_size: text("bottom_size"),
            shoe_size: text("shoe_size"),
            denim_rise: text("denim_rise"),
            denim_legs: list("denim_style"),
            denim_distress: text("denim_distress"),
            denim_spend: text("denim_spend").and_then(|range| range_of(&range)),
            top_spend: text("spend_level").and_then(|level| last_amount(&level)),
            disliked_colors: list("disliked_colors"),
            avoided_patterns: list("patterns_avoid"),
            looks,
            chosen_looks,
            liked_cards,
            occasions: vocabulary.refs("occasions", &list("occasions")),
            adventure: text("adventure"),
            pierced_ears: answers.get("pierced_ears").and_then(Value::as_bool).unwrap_or(false),
            jewelry: text("jewellery_tone"),
            shoe_styles: list("shoe_styles"),
            heel: text("heel_height"),
        }
    }

    /// These wishes with the customer's first name, for the greeting.
    #[must_use]
    pub fn of_customer(mut self, first_name: &str) -> Self {
        self.first_name = first_name.to_owned();
        self
    }

    /// The customer's size for a garment of that sizing; none if it was not answered.
    #[must_use]
    pub fn size(&self, sizing: Sizing) -> Option<&str> {
        match sizing {
            Sizing::Alpha => self.top_size.as_deref(),
            Sizing::Numeric => self.bottom_size.as_deref(),
            Sizing::Shoe => self.shoe_size.as_deref(),
            Sizing::One => Some("One size"),
        }
    }
}

fn text_of(value: Option<&Value>) -> Option<String> {
    let text = match value? {
        Value::String(text) => text.trim().to_owned(),
        Value::Number(number) => number.to_string(),
        _ => return None,
    };
    (!text.is_empty()).then_some(text)
}

/// A list of labels. A single label is a list of one.
fn list_of(value: Option<&Value>) -> Vec<String> {
    match value {
        Some(Value::Array(entries)) => entries.iter().filter_map(|entry| text_of(Some(entry))).collect(),
        other => text_of(other).into_iter().collect(),
    }
}

/// `$90 - $300`.
fn range_of(text: &str) -> Option<(Money, Money)> {
    let (from, to) = text.split_once('-')?;
    Some((amount(from)?, amount(to)?))
}

/// The last amount of a label: `$60 to $100` is at most $100. `None` if it has none.
fn last_amount(label: &str) -> Option<Money> {
    label.rsplit_once('$').and_then(|(_, digits)| amount(digits))
}

fn amount(text: &str) -> Option<Money> {
    text.trim().trim_start_matches('$').parse().ok()
}
