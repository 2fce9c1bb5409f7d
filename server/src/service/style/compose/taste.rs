//! How well a garment suits a customer, and how well garments go together.

use crate::data::catalogue::Garment;
use crate::service::style::compose::wishes::Wishes;

/// Colors that go with any other.
const NEUTRALS: [&str; 10] = ["Black", "Charcoal", "Gray", "White", "Ivory", "Camel", "Brown", "Tan", "Navy", "Blue"];
/// Heels, from flat up, as the questionnaire names them.
const HEELS: [&str; 4] = ["Flat", "Up to 1½ inches", "Up to 3 inches", "As high as it comes"];
/// Categories that the spend on a top or a knit is about.
const TOPS: [&str; 3] = ["tops", "knits", "shirts"];

/// Whether the garment may be sent at all: it may not if the customer ruled it out.
#[must_use]
pub fn may_be_sent(garment: &Garment, wishes: &Wishes) -> bool {
    let attributes = &garment.attributes;
    let disliked = wishes.disliked_colors.contains(&attributes.color_family);
    let avoided = attributes.pattern.as_ref().is_some_and(|pattern| wishes.avoided_patterns.contains(pattern));
    !disliked
        && !avoided
        && is_affordable(garment, wishes)
        && shoes_fit(garment, wishes)
        && jewelry_fits(garment, wishes)
}

fn is_affordable(garment: &Garment, wishes: &Wishes) -> bool {
    if garment.attributes.denim.is_some() {
        wishes.denim_spend.is_none_or(|(from, to)| (from..=to).contains(&garment.retail_price))
    } else if TOPS.contains(&garment.category.as_str()) {
        wishes.top_spend.is_none_or(|most| garment.retail_price <= most)
    } else {
        true
    }
}

fn shoes_fit(garment: &Garment, wishes: &Wishes) -> bool {
    let height = |name: &String| HEELS.iter().position(|heel| heel == name);
    let low_enough = match (garment.attributes.heel.as_ref().and_then(height), wishes.heel.as_ref().and_then(height)) {
        (Some(heel), Some(highest)) => heel <= highest,
        _ => true,
    };
    let style_fits = match &garment.attributes.shoe_style {
        Some(style) if !wishes.shoe_styles.is_empty() => wishes.shoe_styles.contains(style),
        _ => true,
    };
    low_enough && style_fits
}

fn jewelry_fits(garment: &Garment, wishes: &Wishes) -> bool {
    let Some(metal) = &garment.attributes.metal else { return true };
    let tone_fits = match wishes.jewelry.as_deref() {
        None | Some("Both") => true,
        Some(tone) => tone == metal,
    };
    tone_fits && (wishes.pierced_ears || garment.attributes.pierced != Some(true))
}

/// How well the garment suits the customer: the higher, the better.
#[must_use]
pub fn appeal(garment: &Garment, wishes: &Wishes) -> i64 {
    let attributes = &garment.attributes;
    let looks: i64 = attributes.styles.iter().filter_map(|look| wishes.looks.get(look)).sum();
    let worn = attributes.occasions.iter().filter(|occasion| wishes.occasions.contains(occasion)).count();
    let occasions = i64::try_from(worn).unwrap_or(0) * 2;
    looks + occasions + denim_appeal(garment, wishes)
}

/// The rise counts more than the leg, and the leg more than the finish: jeans with the wrong rise are not worn at all.
fn denim_appeal(garment: &Garment, wishes: &Wishes) -> i64 {
    let Some(denim) = &garment.attributes.denim else { return 0 };
    let points = |fits: bool, weight: i64| if fits { weight } else { 0 };
    points(wishes.denim_rise.as_ref().is_none_or(|rise| *rise == denim.rise), 40)
        + points(wishes.denim_legs.is_empty() || wishes.denim_legs.contains(&denim.leg), 20)
        + points(wishes.denim_distress.as_ref().is_none_or(|distress| *distress == denim.distress), 10)
}

/// Whether the garment goes with the rest of an outfit: at most one pattern, one strong color, and no accidental suit.
#[must_use]
pub fn goes_with(garment: &Garment, rest: &[&Garment]) -> bool {
    let speaks = |one: &Garment| !NEUTRALS.contains(&one.attributes.color_family.as_str());
    let patterned = |one: &Garment| one.attributes.pattern.is_some();
    rest.iter().all(|other| {
        let same_color = garment.attributes.color_family == other.attributes.color_family;
        let same_kind = garment.category == other.category;
        let two_patterns = patterned(garment) && patterned(other);
        let two_voices = speaks(garment) && speaks(other) && !same_color;
        let double_denim = garment.attributes.color_family == "Blue" && same_color;
        !same_kind && !two_patterns && !two_voices && !double_denim
    })
}
