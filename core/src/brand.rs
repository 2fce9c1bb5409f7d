//! The names of the product and of the retailer that runs it, and how to reach the retailer. They are set here and
//! nowhere else.

use serde::Serialize;

/// The product's name, as customers read it.
pub const PRODUCT: &str = "Stylebox";
/// The product's name in paths, statuses and codes.
pub const SLUG: &str = "stylebox";
/// The source of a registration on the page, as its internal note says (spec A, section 3).
pub const WEB_SOURCE: &str = "stylebox-web";
/// The retailer in the starting data.
pub const RETAILER: &str = "Marlowe";
/// The phone of the retailer's customer support.
pub const SUPPORT_PHONE: &str = "(800) 555-0142";
/// The hours of customer support (spec A, section 9).
pub const SUPPORT_HOURS: &str = "Mon-Fri 9am-5pm CST";
/// The address of the retailer's customer support.
pub const SUPPORT_EMAIL: &str = "hello@marlowe.example";

/// The retailer's own public pages, to which the page's footer links.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct Links {
    /// Frequently asked questions.
    pub faq: &'static str,
    /// How to reach customer support.
    pub contact: &'static str,
    /// The retailer's online shop.
    pub shop: &'static str,
    /// About the retailer.
    pub our_story: &'static str,
    /// How customers earn rewards by bringing friends.
    pub referrals_and_rewards: &'static str,
    /// Terms of use.
    pub terms: &'static str,
    /// The privacy policy.
    pub privacy: &'static str,
    /// How accessible the pages are.
    pub accessibility: &'static str,
}

/// What a page shows of the product and the retailer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct Brand {
    /// The product's name, as customers read it.
    pub product: &'static str,
    /// The product's name in paths, statuses and codes.
    pub slug: &'static str,
    /// The source of a registration on the page, as its internal note says.
    pub web_source: &'static str,
    /// The retailer's name.
    pub retailer: &'static str,
    /// The phone of customer support.
    pub support_phone: &'static str,
    /// The hours of customer support.
    pub support_hours: &'static str,
    /// The email address of customer support.
    pub support_email: &'static str,
    /// The retailer's own public pages.
    pub links: Links,
}

/// The product and the retailer that runs it.
pub const BRAND: Brand = Brand {
    product: PRODUCT,
    slug: SLUG,
    web_source: WEB_SOURCE,
    retailer: RETAILER,
    support_phone: SUPPORT_PHONE,
    support_hours: SUPPORT_HOURS,
    support_email: SUPPORT_EMAIL,
    links: Links {
        faq: "https://www.marlowe.example/faq",
        contact: "https://www.marlowe.example/contact",
        shop: "https://www.marlowe.example/shop",
        our_story: "https://www.marlowe.example/our-story",
        referrals_and_rewards: "https://www.marlowe.example/referrals-and-rewards",
        terms: "https://www.marlowe.example/terms",
        privacy: "https://www.marlowe.example/privacy",
        accessibility: "https://www.marlowe.example/accessibility",
    },
};
