//! A box holds what the customer asked for and nothing that they ruled out.

use crate::data::{self, Vocabulary};
use crate::service::style::compose::wishes::Wishes;
use crate::service::style::compose::*;
use serde_json::{Value, json};
use std::sync::LazyLock;

static CATALOGUE: LazyLock<Catalogue> = LazyLock::new(|| data::read("catalogue.json").unwrap());
static VOCABULARY: LazyLock<Vocabulary> = LazyLock::new(|| data::StartingData::load().unwrap().vocabulary);

fn answers() -> Value {
    json!({
        "top_size": "M", "bottom_size": "8", "denim_rise": "High rise", "denim_style": ["Straight", "Skinny"],
        "denim_distress": "None", "denim_spend": "$90 - $120", "spend_level": "$60 to $100",
        "disliked_colors": ["Yellow", "Black"], "patterns_avoid": ["Stripes"],
        "style_looks": ["Classic", "Relaxed"], "occasions": ["Weekends", "At the office"],
        "goals": ["Find me everyday pieces that last"], "adventure": "Stick with what I know",
        "style_shuffle": {"shuffle-01": "like", "shuffle-10": "dislike"},
        "anything_else_notes": "I start a new job in March. DateTime 2026-01-01", "never": "Ruffles.",
        "match_with_stylist": "Linnea S."
    })
}

fn wishes(answers: &Value) -> Wishes {
    Wishes::read(answers.as_object().unwrap(), &VOCABULARY).of_customer("Ann")
}

fn composed(answers: &Value, seed: u64) -> Result<StyledBox, StylingError> {
    let nothing = HashMap::new();
    let plenty = |_: &str, _: &str| 9;
    compose(Supply { catalogue: &CATALOGUE, stock: &plenty, sent_before: &nothing }, &wishes(answers), seed)
}

fn garments(styled: &StyledBox) -> Vec<Garment> {
    let pieces = styled.outfits.iter().flat_map(|outfit| &outfit.pieces);
    pieces.map(|piece| CATALOGUE.find(&piece.product_id).unwrap().clone()).collect()
}

#[test]
fn a_box_has_two_or_three_outfits_of_five_or_six_different_pieces() {
    for seed in 0..200 {
        let styled = composed(&answers(), seed).unwrap();
        assert!((2..=3).contains(&styled.outfits.len()), "seed {seed}");
        let garments = garments(&styled);
        assert!((5..=6).contains(&garments.len()), "seed {seed}: {}", garments.len());
        let different: HashSet<&str> = garments.iter().map(|garment| garment.id.as_str()).collect();
        assert_eq!(different.len(), garments.len(), "seed {seed}");
        let titles: HashSet<&str> = styled.outfits.iter().map(|outfit| outfit.title.as_str()).collect();
        assert_eq!(titles.len(), styled.outfits.len(), "seed {seed}");
    }
}

#[test]
fn nothing_is_sent_that_was_ruled_out() {
    for seed in 0..200 {
        for garment in garments(&composed(&answers(), seed).unwrap()) {
            let attributes = &garment.attributes;
            assert!(!["Yellow", "Black"].contains(&attributes.color_family.as_str()), "{}", garment.id);
            assert_ne!(attributes.pattern.as_deref(), Some("Stripes"), "{}", garment.id);
            assert_ne!(attributes.pierced, Some(true), "{}", garment.id);
            if ["tops", "knits", "shirts"].contains(&garment.category.as_str()) {
                assert!(garment.retail_price <= "100".parse().unwrap(), "{}", garment.id);
            }
            if let Some(denim) = &attributes.denim {
                assert_eq!((denim.rise.as_str(), denim.distress.as_str()), ("High rise", "None"), "{}", garment.id);
                assert!(garment.retail_price <= "120".parse().unwrap(), "{}", garment.id);
            }
        }
    }
}

#[test]
fn each_piece_is_in_the_size_of_the_customer_and_in_stock() {
    let first = composed(&answers(), 1).unwrap();
    let sold_out = first.outfits[0].pieces[0].clone();
    let stock = |id: &str, _: &str| i64::from(id != sold_out.product_id);
    let nothing = HashMap::new();
    let supply = Supply { catalogue: &CATALOGUE, stock: &stock, sent_before: &nothing };
    let second = compose(supply, &wishes(&answers()), 1).unwrap();
    assert!(garments(&second).iter().all(|garment| garment.id != sold_out.product_id));
    for piece in second.outfits.iter().flat_map(|outfit| &outfit.pieces) {
        assert!(["M", "8", "One size"].contains(&piece.size.as_str()), "{piece:?}");
    }
}

#[test]
fn the_same_seed_gives_the_same_box_and_another_seed_another() {
    assert_eq!(composed(&answers(), 7), composed(&answers(), 7));
    let boxes: Vec<_> = (0..20).map(|seed| composed(&answers(), seed).unwrap()).collect();
    assert!(boxes.iter().any(|styled| styled.outfits != boxes[0].outfits));
}

#[test]
fn what_was_sent_before_comes_last() {
    let plenty = |_: &str, _: &str| 9;
    let first = composed(&answers(), 3).unwrap();
    let tops = |styled: &StyledBox| -> HashSet<String> {
        let kept = garments(styled).into_iter().filter(|garment| garment.attributes.role == Role::Top);
        kept.map(|garment| garment.id).collect()
    };
    let once = SentBefore { times: 1, returned: 0 };
    let sent: HashMap<String, SentBefore> = tops(&first).into_iter().map(|id| (id, once)).collect();
    let supply = Supply { catalogue: &CATALOGUE, stock: &plenty, sent_before: &sent };
    let second = compose(supply, &wishes(&answers()), 3).unwrap();
    assert!(tops(&second).is_disjoint(&tops(&first)));
}

/// The boxes of a customer over two years, and their letters. The customer keeps the first `kept` pieces of each box.
fn years(answers: &Value, boxes: u64, kept: impl Fn(u64) -> usize) -> (Vec<Vec<String>>, Vec<String>) {
    let plenty = |_: &str, _: &str| 9;
    let mut sent: HashMap<String, SentBefore> = HashMap::new();
    let (mut pieces, mut letters) = (Vec::new(), Vec::new());
    for nth in 0..boxes {
        let supply = Supply { catalogue: &CATALOGUE, stock: &plenty, sent_before: &sent };
        let styled = compose(supply, &wishes(answers), nth * 7919).unwrap();
        let ids: Vec<String> = garments(&styled).into_iter().map(|garment| garment.id).collect();
        for (place, id) in ids.iter().enumerate() {
            let before = sent.entry(id.clone()).or_default();
            before.times += 1;
            before.returned += i64::from(place >= kept(nth));
        }
        pieces.push(ids);
        letters.push(styled.letter);
    }
    (pieces, letters)
}

#[test]
fn what_went_back_is_not_sent_again_while_there_is_anything_else() {
    let mut answers = answers();
    answers["occasions"] = json!(["At the office", "Weekends"]);
    for kept in 0..4_usize {
        let (boxes, _) = years(&answers, 8, |nth| (kept + usize::try_from(nth).unwrap()) % 4);
        let mut back: HashSet<&str> = HashSet::new();
        for (nth, ids) in boxes.iter().enumerate() {
            let again: Vec<&String> = ids.iter().filter(|id| back.contains(id.as_str())).collect();
            assert!(again.is_empty(), "{again:?} went back, and is in box {nth}");
            back.extend(ids.iter().skip((kept + nth) % 4).map(String::as_str));
        }
    }
}

/// The longest text that both have, in characters.
fn longest_in_both(one: &str, other: &str) -> usize {
    let (one, other): (Vec<char>, Vec<char>) = (one.chars().collect(), other.chars().collect());
    let mut longest = 0;
    let mut row = vec![0_usize; other.len() + 1];
    for letter in &one {
        let mut before = 0;
        for (place, second) in other.iter().enumerate() {
            let here = if letter == second { before + 1 } else { 0 };
            before = std::mem::replace(&mut row[place + 1], here);
            longest = longest.max(here);
        }
    }
    longest
}

#[test]
fn no_letter_repeats_the_one_before() {
    let (_, letters) = years(&answers(), 14, |_| 2);
    for (nth, letter) in letters.iter().enumerate() {
        for other in letters.iter().skip(nth + 1) {
            let same = longest_in_both(letter, other);
            assert!(same < 190, "{same} characters are the same:\n{letter}\n\n{other}");
        }
    }
}

#[test]
fn the_letter_names_the_answers_that_count_and_claims_nothing_else() {
    let mut answers = answers();
    // What the customer wrote in their own words, which the program does not understand.
    answers["about_me"] = json!("Pregnant, and allergic to wool");
    answers["profession"] = json!("A beekeeper");
    for seed in 0..200 {
        let styled = composed(&answers, seed).unwrap();
        for said in ["Dear Ann,", "classic", "the office", "no yellow", "no stripes"] {
            assert!(styled.letter.contains(said), "{said} is not in: {}", styled.letter);
        }
        let mut all = styled.letter;
        for outfit in &styled.outfits {
            all.extend(["\n", &outfit.title, "\n", &outfit.stylist_note]);
        }
        for unsaid in ["March", "Ruffles", "allergic", "beekeeper", "Linnea", "DateTime", "“", "stylist", "promise"] {
            assert!(!all.contains(unsaid), "{unsaid} is in: {all}");
        }
        let mut words = all.split(|letter: char| !letter.is_alphanumeric());
        assert!(!words.any(|word| ["I", "me", "my", "tell", "read"].contains(&word)), "nobody writes this: {all}");
    }
}

#[test]
fn a_person_quotes_what_they_have_read() {
    let words = |said: &[&str]| said.iter().map(|one| (*one).to_owned()).collect::<Vec<_>>();
    assert_eq!(words::answer(&[]), None);
    let one = words::answer(&words(&["Allergic to wool."])).unwrap();
    assert!(one.contains("You wrote “Allergic to wool”."), "{one}");
    let two = words::answer(&words(&["A coat", "No silk"])).unwrap();
    assert!(two.contains("You wrote “A coat” and “No silk”."), "{two}");
}

#[test]
fn shoes_come_if_they_were_asked_for() {
    let mut answers = answers();
    answers["shoe_size"] = json!("7.5");
    answers["shoe_styles"] = json!(["Loafers", "Flats"]);
    answers["heel_height"] = json!("Flat");
    for seed in 0..50 {
        for garment in garments(&composed(&answers, seed).unwrap()) {
            if garment.attributes.role == Role::Shoes {
                assert!(["Loafers", "Flats"].contains(&garment.attributes.shoe_style.as_deref().unwrap()));
            }
        }
    }
}

#[test]
fn without_sizes_or_stock_there_is_no_box() {
    let mut unknown = answers();
    unknown["top_size"] = Value::Null;
    assert_eq!(composed(&unknown, 1), Err(StylingError::NoSizes));
    let nothing = HashMap::new();
    let empty = |_: &str, _: &str| 0;
    let supply = Supply { catalogue: &CATALOGUE, stock: &empty, sent_before: &nothing };
    assert_eq!(compose(supply, &wishes(&answers()), 1), Err(StylingError::TooLittleInStock));
}

#[test]
fn any_size_with_any_single_dislike_gets_a_box() {
    for top in ["XS", "S", "M", "L", "XL"] {
        for bottom in ["0", "4", "8", "12", "18"] {
            for dislike in ["Black", "White", "Ivory", "Navy", "Camel"] {
                let answers = json!({"top_size": top, "bottom_size": bottom, "disliked_colors": [dislike]});
                assert!(composed(&answers, 11).is_ok(), "{top} {bottom} {dislike}");
            }
        }
    }
}
