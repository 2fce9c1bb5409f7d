//! The texts of a composed box: the title and note of an outfit, and the letter, which names the answers by which the box was composed.
//!
//! A program writes them. They claim nothing that only a person can do (read, think, want, promise), and nothing about what the
//! customer wrote in their own words; only a person who has seen the box may quote that ([`answer`]).

use crate::data::catalogue::{Garment, Role};
use crate::platform::text::list;
use crate::service::style::compose::chance::Chance;
use crate::service::style::compose::wishes::Wishes;
use std::collections::HashSet;

/// The most characters of a customer's own words that are quoted.
const LONGEST_QUOTE: usize = 140;

/// Titles of outfits by occasion.
const TITLES: [(&str, [&str; 3]); 6] = [
    ("at_the_office", ["Nine to five, and after", "The good meeting", "Monday, looked forward to"]),
    ("weekends", ["Saturday, unhurried", "The long way to the market", "Coffee first"]),
    ("evenings_out", ["Dinner at eight", "The table by the window", "One more song"]),
    ("working_from_home", ["On camera by nine", "The commute is ten steps", "Kitchen table, corner office"]),
    ("away", ["Carry-on only", "A seat by the window", "Three days, one bag"]),
    ("celebrations", ["Something to raise a glass in", "The toast", "For the photos"]),
];
/// The occasions as parts of a sentence.
const PLACES: [(&str, &str); 6] = [
    ("at_the_office", "the office"),
    ("weekends", "your weekends"),
    ("evenings_out", "evenings out"),
    ("working_from_home", "days at your own desk"),
    ("away", "the trips you take"),
    ("celebrations", "the celebrations coming up"),
];
/// The advice with which the letter ends.
const CLOSINGS: [&str; 3] = [
    "Try everything on with your own shoes and in your own light.",
    "Wear each piece for five minutes before you decide.",
    "Keep what you would miss tomorrow, and let the rest go back.",
];

/// Writes the texts for one customer. No title is used twice.
pub(crate) struct Writer<'a> {
    wishes: &'a Wishes,
    chance: Chance,
    titles: HashSet<&'static str>,
}

impl<'a> Writer<'a> {
    pub(crate) fn new(wishes: &'a Wishes, chance: Chance) -> Self {
        Self { wishes, chance, titles: HashSet::new() }
    }

    /// What the letter in the box says before its end.
    pub(crate) fn letter(&self, outfits: &[Vec<&Garment>]) -> String {
        let wishes = self.wishes;
        let greeting = match wishes.first_name.trim() {
            "" => "Hello,".to_owned(),
            name => format!("Dear {name},"),
        };
        let paragraphs = [
            Some(greeting),
            Some(joined([self.looks(), self.contents(outfits), self.left_out()])).filter(|text| !text.is_empty()),
            self.chance.one_of("closing", &CLOSINGS).map(ToOwned::to_owned),
        ];
        paragraphs.into_iter().flatten().collect::<Vec<_>>().join("\n\n")
    }

    fn looks(&self) -> Option<String> {
        let looks: Vec<String> = self.wishes.chosen_looks.iter().map(|look| look.to_lowercase()).collect();
        let swipes = match self.wishes.liked_cards {
            0 => String::new(),
            1 => ", and the look that you liked counts too".to_owned(),
            count => format!(", and the {count} looks that you liked count too"),
        };
        let looks = match looks.as_slice() {
            [] => return None,
            [one] => one.clone(),
            [first, .., last] => format!("{first} with a little {last}"),
        };
        Some(match self.chance.below("looks", 3) {
            0 => format!("Your profile says {looks}{swipes}."),
            1 => format!("This box follows your profile: {looks}{swipes}."),
            _ => format!("In your profile, your style is {looks}{swipes}."),
        })
    }

    /// What is in the box, by occasion: no two boxes have the same.
    fn contents(&self, outfits: &[Vec<&Garment>]) -> Option<String> {
        let parts: Vec<String> = outfits
            .iter()
            .zip(&self.wishes.occasions)
            .filter_map(|(garments, occasion)| {
                let place = entry(&PLACES, occasion)?;
                let pieces: Vec<String> = garments.iter().take(2).map(|garment| name(garment)).collect();
                let pieces: Vec<&str> = pieces.iter().map(String::as_str).collect();
                (!pieces.is_empty()).then(|| format!("{} for {place}", list(&pieces)))
            })
            .collect();
        (!parts.is_empty()).then(|| format!("{}.", capitalized(&parts.join("; "))))
    }

    fn left_out(&self) -> Option<String> {
        let lower = |words: &[String]| words.iter().map(|word| word.to_lowercase()).collect::<Vec<_>>();
        let (colors, patterns) = (lower(&self.wishes.disliked_colors), lower(&self.wishes.avoided_patterns));
        let named: Vec<String> =
            colors.iter().take(3).chain(patterns.iter().take(2)).map(|name| format!("no {name}")).collect();
        let named: Vec<&str> = named.iter().map(String::as_str).collect();
        let named = list(&named);
        (!named.is_empty()).then(|| match self.chance.below("left out", 3) {
            0 => format!("There is {named} in here."),
            1 => format!("As your profile asks: {named}."),
            _ => format!("You will find {named} in it."),
        })
    }

    /// An outfit's title and note.
    pub(crate) fn outfit(&mut self, garments: &[&Garment], place: usize) -> (String, String) {
        let title = self.title(self.wishes.occasion(place));
        (title.to_owned(), joined([self.pairing(garments, place), self.jeans(garments), self.finish(garments)]))
    }

    fn title(&mut self, wished: Option<&str>) -> &'static str {
        let mut kinds: Vec<&[&'static str; 3]> = TITLES.iter().map(|(_, titles)| titles).collect();
        kinds.sort_by_key(|titles| wished.and_then(|occasion| entry(&TITLES, occasion)) != Some(*titles));
        let mut titles = kinds.into_iter().flat_map(|titles| {
            let first = self.chance.below("title", titles.len());
            titles.iter().cycle().skip(first).take(titles.len()).copied()
        });
        let free = titles.find(|title| !self.titles.contains(title)).unwrap_or("Just because");
        self.titles.insert(free);
        free
    }

    fn pairing(&self, garments: &[&Garment], place: usize) -> Option<String> {
        let of = |role: Role| garments.iter().find(|garment| garment.attributes.role == role);
        let over = of(Role::Layer).or_else(|| of(Role::Outer)).map(|garment| name(garment));
        if let Some(dress) = of(Role::Dress) {
            let dress = capitalized(&named(dress));
            return Some(match over {
                Some(over) => format!("{dress} needs nothing; {over} is for the walk home."),
                None => format!("{dress} needs nothing at all."),
            });
        }
        let (top, bottom) = (named(of(Role::Top)?), name(of(Role::Bottom)?));
        let start = match (self.chance.below("pairing", 3) + place) % 3 {
            0 => format!("Tuck {top} into {bottom}, but only at the front."),
            1 => format!("Start with {top}, and let {bottom} keep it company."),
            _ => format!("{} and {bottom} have been waiting for each other.", capitalized(&top)),
        };
        Some(match over {
            Some(over) => format!("{start} {} goes over both.", capitalized(&over)),
            None => start,
        })
    }

    fn jeans(&self, garments: &[&Garment]) -> Option<String> {
        let jeans = garments.iter().find_map(|garment| garment.attributes.denim.as_ref())?;
        let rise_fits = self.wishes.denim_rise.as_ref() == Some(&jeans.rise);
        let leg_fits = self.wishes.denim_legs.contains(&jeans.leg);
        let (rise, leg) = (jeans.rise.to_lowercase(), jeans.leg.to_lowercase());
        Some(match (rise_fits, leg_fits) {
            (true, true) => format!("The jeans are {rise} and {leg}, the way you like them."),
            (true, false) => {
                format!("The jeans are {rise}, as you asked; the {leg} cut is something new. Try them once.")
            }
            (false, true) => {
                format!("The jeans are {leg}, as you asked, and sit a touch differently: {rise}. See how they feel.")
            }
            (false, false) => format!("The jeans are {rise} and {leg}, not your usual. Try them once."),
        })
    }

    fn finish(&self, garments: &[&Garment]) -> Option<String> {
        let small = |garment: &&&Garment| matches!(garment.attributes.role, Role::Shoes | Role::Accessory);
        let garment = garments.iter().find(small)?;
        let end = match garment.attributes.role {
            Role::Shoes => "takes you the rest of the way",
            _ => "makes it look as if you had meant it all along",
        };
        Some(format!("{} {end}.", capitalized(&named(garment))))
    }
}

/// `the Penny Loafer`; the names of jeans have an article of their own.
fn name(garment: &Garment) -> String {
    match garment.description.strip_prefix("The ") {
        Some(rest) => format!("the {rest}"),
        None => format!("the {}", garment.description),
    }
}

/// `the Penny Loafer by Marlowe`.
fn named(garment: &Garment) -> String {
    format!("{} by {}", name(garment), garment.brand)
}

fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// Joins the sentences that are not `None`.
fn joined<const N: usize>(sentences: [Option<String>; N]) -> String {
    sentences.into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// What a person adds to the letter of a box that they release: the customer's words, which they have read. `None` if there are none.
#[must_use]
pub fn answer(words: &[String]) -> Option<String> {
    let quoted: Vec<String> = words.iter().map(|words| format!("“{}”", quote(words))).collect();
    (!quoted.is_empty()).then(|| format!("You wrote {}. I read it before this box was packed.", list(&quoted)))
}

/// A customer's own words on one line, cut after a word if they are long.
fn quote(text: &str) -> String {
    let mut quoted = String::new();
    for word in text.split_whitespace() {
        if quoted.chars().count() + word.chars().count() >= LONGEST_QUOTE {
            quoted.push('…');
            break;
        }
        if !quoted.is_empty() {
            quoted.push(' ');
        }
        quoted.push_str(word);
    }
    quoted.trim_end_matches('.').replace(['“', '”', '"'], "'")
}

fn entry<'t, T>(table: &'t [(&str, T)], key: &str) -> Option<&'t T> {
    table.iter().find(|(known, _)| *known == key).map(|(_, value)| value)
}
