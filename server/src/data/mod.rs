//! The starting data: the files of `server/data`, which the program contains. Its README describes them.

mod attachment;
pub mod catalogue;
pub mod folder;
pub mod postal_codes;
mod questionnaire;
mod questions;
mod stores;
mod vocabulary;

// The modules of these are private: outside of this one, they have no other path.
pub use attachment::Attachment;
pub use questionnaire::{AskedQuestion, Questionnaire, QuestionnaireJson};
pub use questions::{Deck, Question, ShuffleCard};
pub use stores::{Location, OpeningHours};
pub use vocabulary::Vocabulary;

use catalogue::{Catalogue, Garment};
use folder::fault::Fault;
use folder::holidays;
use postal_codes::PostalCodes;
use questionnaire::ChoicesOfShop;
use rust_embed::RustEmbed;
use serde::de::{DeserializeOwned, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use std::borrow::Cow;
use std::fmt;
use stylebox_core::terms::ShopTerms;
use stylebox_core::values::business_time::Holidays;
use utoipa::ToSchema;

#[derive(RustEmbed)]
#[folder = "data/"]
#[include = "*.json"]
#[include = "images/*.svg"]
#[include = "shops/marlowe/*.csv"]
#[exclude = "draw/*"]
struct Files;

/// The starting data, read once.
#[derive(Debug, Clone)]
pub struct StartingData {
    /// The style quiz, the delivery questions and the swipe decks.
    pub questionnaire: Questionnaire,
    /// The meaning of the questionnaire's labels.
    pub vocabulary: Vocabulary,
    /// The dates on which the calendars are closed.
    pub holidays: Holidays,
    /// The stores, as the customer chooses them.
    pub locations: Vec<Location>,
    /// The garments that stylists choose from.
    pub catalogue: Catalogue,
    /// The theme boxes, unless the provider has others.
    pub theme_boxes: Vec<ThemeBox>,
    /// The ZIP codes, with their cities.
    pub postal_codes: PostalCodes,
    /// The commercial terms that customers see.
    pub terms: ShopTerms,
}

/// A theme box.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ThemeBox {
    /// The name that an order gives.
    pub theme: String,
    /// The name that customers read.
    pub label: String,
    /// What it is about.
    pub description: String,
    /// Its picture.
    pub attachment: Attachment,
}

/// A tax table. The embedded one is a demonstration; an operator's has the same form.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TaxRates {
    /// What the table may be used for. The service does not use it.
    #[expect(dead_code, reason = "for those who read the file")]
    label: String,
    /// The state's code → the rate as a decimal fraction.
    pub(crate) rates: Entries,
    /// The state's code → the fee for a box that is sent there, in dollars.
    #[serde(default)]
    pub(crate) delivery_fees: Entries,
}

/// The entries of a JSON object whose values are text, in their order. Entries with the same name are all kept.
#[derive(Debug, Clone, Default)]
pub struct Entries(pub(crate) Vec<(String, String)>);

impl<'de> Deserialize<'de> for Entries {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Each;
        impl<'de> Visitor<'de> for Each {
            type Value = Entries;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("an object of texts")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Entries, A::Error> {
                let mut entries = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    entries.push(entry);
                }
                Ok(Entries(entries))
            }
        }
        deserializer.deserialize_map(Each)
    }
}

impl StartingData {
    /// Reads all files. The shop's terms are those of the specs.
    ///
    /// # Errors
    /// What is wrong with the files, a line each.
    pub fn load() -> Result<Self, String> {
        Self::under(ShopTerms::SPEC.clone())
    }

    /// The same under other terms.
    ///
    /// # Errors
    /// Those of [`load`](Self::load).
    pub fn under(terms: ShopTerms) -> Result<Self, String> {
        let catalogue: Catalogue = read("catalogue.json")?;
        let postal_codes = PostalCodes::load()?;
        let holidays = in_folder(holidays::FILE, holidays::read);
        let locations = in_folder(folder::stores::FILE, |bytes| folder::stores::read(bytes, &postal_codes));
        let (holidays, locations) = match (holidays, locations) {
            (Ok(holidays), Ok(locations)) => (holidays, locations),
            (holidays, locations) => {
                let faults = [holidays.err(), locations.err()].into_iter().flatten();
                return Err(faults.collect::<Vec<_>>().join("\n"));
            }
        };
        let choices = ChoicesOfShop {
            stores: locations.iter().map(|store| store.label.clone()).collect(),
            frequencies: terms.frequencies.to_vec(),
        };
        let mut questionnaire = Questionnaire::of(read("questionnaire.json")?, &choices)?;
        questionnaire.lengthen_reshuffle(catalogue.items.iter().map(Garment::card));
        Ok(Self {
            vocabulary: Vocabulary::of(&questionnaire),
            questionnaire,
            holidays,
            locations,
            catalogue,
            theme_boxes: read("theme_boxes.json")?,
            postal_codes,
            terms,
        })
    }
}

/// A file of the folder of the shop that the program contains.
fn in_folder<T>(name: &str, read: impl Fn(&[u8]) -> Result<T, Vec<Fault>>) -> Result<T, String> {
    let path = format!("shops/marlowe/{name}");
    let file = Files::get(&path).ok_or_else(|| format!("The starting data has no {path}."))?;
    read(&file.data).map_err(|faults| faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))
}

/// A picture of the starting data, as SVG.
#[must_use]
pub fn image(id: &str) -> Option<Cow<'static, [u8]>> {
    let is_plain = id.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_');
    if is_plain { Files::get(&format!("images/{id}.svg")).map(|file| file.data) } else { None }
}

/// A file of the starting data.
///
/// # Errors
/// A sentence that names the file and what is wrong with it.
pub fn read<T: DeserializeOwned>(name: &str) -> Result<T, String> {
    let file = Files::get(name).ok_or_else(|| format!("The starting data has no {name}."))?;
    serde_json::from_slice(&file.data).map_err(|error| format!("The starting data's {name} cannot be read: {error}."))
}

#[cfg(test)]
mod tests {
    use super::Files;

    #[test]
    fn the_program_carries_the_data_and_not_what_draws_it() {
        let carried: Vec<_> = Files::iter().collect();
        let is_data = |name: &str| {
            !name.starts_with("draw/") && [".json", ".svg", ".csv"].iter().any(|ending| name.ends_with(ending))
        };
        assert!(carried.iter().all(|name| is_data(name)), "{carried:?}");
        for name in ["catalogue.json", "questionnaire.json", "images/P001.svg", "shops/marlowe/holidays.csv"] {
            assert!(carried.iter().any(|carried| carried == name), "{name}");
        }
    }
}
