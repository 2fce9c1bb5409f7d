//! The garments that stylists choose from (`data/catalogue.json`; its form is in `data/README.md`).

use crate::data::questions::ShuffleCard;
use serde::Deserialize;
use stylebox_core::values::money::Money;

#[derive(Debug, Clone, Deserialize)]
pub struct Catalogue {
    pub(crate) items: Vec<Garment>,
}

#[derive(Debug, Clone, Deserialize)]
pub struct Garment {
    /// Its id, which is also its picture's.
    pub(crate) id: String,
    pub(crate) description: String,
    pub(crate) brand: String,
    /// `tops`, `knits`, `denim`, …
    pub(crate) category: String,
    pub(crate) color: Color,
    /// The sizes, with their stock at the start.
    pub(crate) sizes: Vec<Size>,
    pub(crate) retail_price: Money,
    /// The price before a reduction.
    pub(crate) original_price: Money,
    /// The attributes by which boxes are composed.
    pub(crate) attributes: Attributes,
}

impl Garment {
    /// The garment as a card of the daily deck.
    #[must_use]
    pub fn card(&self) -> ShuffleCard {
        ShuffleCard {
            id: self.id.clone(),
            title: self.description.clone(),
            image: format!("/api/product_images/{}", self.id),
            styles: self.attributes.styles.clone(),
        }
    }
}

#[derive(Debug, Clone, Deserialize)]
pub struct Color {
    /// As customers read it.
    pub name: String,
}

#[derive(Debug, Clone, Deserialize)]
pub struct Size {
    /// Its name: `M`, `10`, `8.5`, `One size`.
    pub size: String,
    /// How many there are at the start.
    pub stock: u32,
}

/// What boxes are composed by, in the words of the questionnaire's answers.
#[derive(Debug, Clone, Deserialize)]
pub struct Attributes {
    /// Its part in an outfit.
    pub(crate) role: Role,
    /// Which of the customer's sizes it goes by.
    pub(crate) sizing: Sizing,
    /// The color as customers dislike it.
    pub(crate) color_family: String,
    pub(crate) pattern: Option<String>,
    /// The looks that it suits.
    pub(crate) styles: Vec<String>,
    pub(crate) occasions: Vec<String>,
    pub(crate) denim: Option<Denim>,
    pub(crate) shoe_style: Option<String>,
    /// For shoes: `Flat`, `Up to 3 inches`, …
    pub(crate) heel: Option<String>,
    /// For jewelry: `Gold` or `Silver`.
    pub(crate) metal: Option<String>,
    /// For jewelry: whether it needs pierced ears.
    pub(crate) pierced: Option<bool>,
}

/// A garment's part in an outfit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Worn above.
    Top,
    /// Worn over a top.
    Layer,
    /// Worn below.
    Bottom,
    /// Worn above and below.
    Dress,
    /// Worn outside.
    Outer,
    /// On the feet.
    Shoes,
    Accessory,
}

/// Which of the customer's sizes a garment goes by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Sizing {
    /// XS to XL: the top size.
    Alpha,
    /// 0 to 18: the bottom size.
    Numeric,
    Shoe,
    /// The same size fits everybody.
    One,
}

/// The attributes of jeans.
#[derive(Debug, Clone, Deserialize)]
pub struct Denim {
    pub(crate) rise: String,
    pub(crate) leg: String,
    pub(crate) distress: String,
}

impl Catalogue {
    #[must_use]
    pub fn find(&self, id: &str) -> Option<&Garment> {
        self.items.iter().find(|item| item.id == id)
    }
}

#[cfg(test)]
mod tests {
    use super::Catalogue;
    use stylebox_core::policy::EXCHANGE_SIZES;

    #[test]
    fn lettered_sizes_are_those_for_which_something_can_be_exchanged() {
        let catalogue: Catalogue = crate::data::read("catalogue.json").unwrap();
        let sizes = catalogue.items.iter().map(|item| item.sizes.iter().map(|size| size.size.as_str()));
        let lettered: Vec<Vec<&str>> = sizes.map(Iterator::collect).filter(|all: &Vec<_>| all.contains(&"M")).collect();
        assert!(!lettered.is_empty());
        assert!(lettered.iter().all(|all| all == EXCHANGE_SIZES), "{lettered:?}");
    }
}
