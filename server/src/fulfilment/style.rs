//! Styling: charges the styling fee, and composes and packs the box.
//!
//! The program composes every box. It does not understand what customers write in their own words, so outside demo mode a box whose
//! customer wrote something is released by a person: [`propose`] shows the words and the pieces, [`release`] takes exactly those.

use crate::platform::digest::sha256;
use crate::platform::error::{StaffError, StaffResult};
use crate::service::order::{late, transition};
use crate::service::payment::styling_fee;
use crate::service::style::compose::wishes::Wishes;
use crate::service::style::compose::words::answer;
use crate::service::style::compose::{Piece, SentBefore, StyledBox, Supply, compose};
use crate::state::AppState;
use crate::store::account::customers::CustomerRow;
use crate::store::order::box_proposals::{self, ProposalRow};
use crate::store::order::items::{self, LineItemRow, OutfitRow};
use crate::store::order::orders::OrderRow;
use crate::store::order::stock;
use crate::store::style::style_profiles;
use crate::store::{CustomerTx, Tx};
use serde_json::{Map, Value};
use std::collections::HashMap;
use stylebox_core::order::{Actor, Status};
use stylebox_core::policy;
use stylebox_core::style::letter::{self, CustomerWords, Release};

/// Charges the styling fee, then composes the box.
///
/// # Errors
/// [`StaffError::Refused`] with the reason: the order has another status, a person has to read what its customer wrote, the fee is not
/// paid, too little is in stock, or the order is late and its customer is asked whether to keep it.
pub async fn style(state: &AppState, order_id: &str, actor: Actor) -> StaffResult<()> {
    let seed = any_seed(state);
    let mut tx = state.db.read().await?;
    let (order, customer) = transition::load_with_customer(&mut tx, order_id).await?;
    may_be_styled(&order)?;
    // If no box can be composed, nothing is charged.
    let composed = composed(state, &mut tx, &order, &customer, seed).await?;
    composed.may_leave_by_program(state, &order)?;
    drop(tx);
    charge_and_pack(state, &order, actor, &Kind::ByProgram { seed }).await
}

/// How a box is released.
enum Kind<'a> {
    ByProgram { seed: u64 },
    ByPerson { name: &'a str, proposal: ProposalRow },
}

async fn charge_and_pack(state: &AppState, order: &OrderRow, actor: Actor, kind: &Kind<'_>) -> StaffResult<()> {
    if order.status == Status::Created {
        styling_fee::charge(state, &order.id, actor).await?;
    }
    late::refuse_unsettled(state, &order.id).await?;
    let (mut tx, mut order, customer) = transition::locked(state, &order.id).await?;
    if order.status != Status::Styling {
        return Err(cannot_be_styled(&order));
    }
    let (seed, released_by) = match kind {
        Kind::ByProgram { seed } => (*seed, None),
        Kind::ByPerson { name, proposal } => (proposal.seed.cast_unsigned(), Some((*name).to_owned())),
    };
    let release = Release { released_by };
    let composed = composed(state, &mut tx, &order, &customer, seed).await?;
    // Again: the customer may have written while the fee was charged.
    match kind {
        Kind::ByProgram { .. } => composed.may_leave_by_program(state, &order)?,
        Kind::ByPerson { proposal, .. } if composed.fingerprint() != proposal.fingerprint => {
            return Err(has_changed(&order));
        }
        Kind::ByPerson { .. } => {}
    }
    pack(state, &mut tx, &order, &composed.styled).await?;
    box_proposals::remove(&mut tx, &order.id).await?;
    let reason = match &release.released_by {
        None => "The program has composed the box".to_owned(),
        Some(name) => format!("The program has composed the box, and {name} has released it"),
    };
    order.stylist_note = Some(composed.letter_body(&release));
    order.released_by = release.released_by;
    transition::step(state, &mut tx, &mut order, Status::Styled, actor, &reason).await?;
    Ok(tx.commit().await?)
}

/// What staff are shown of a box before a person releases it.
#[derive(Debug)]
pub struct Proposal {
    pub order: OrderRow,
    /// The name of the order's customer.
    pub customer: String,
    /// The stylist whom the customer asked for.
    pub wanted_stylist: Option<String>,
    /// What the customer wrote, as core's `letter::words` has it.
    pub words: Vec<String>,
    /// The outfits: the title, how to wear it, and the pieces with their sizes.
    pub outfits: Vec<ProposedOutfit>,
    /// The letter, up to the name of the person who releases the box.
    pub letter: String,
    /// The mark of the pieces and the words, as [`ProposalRow::mark`] has it.
    pub mark: String,
}

/// An outfit that staff are shown.
#[derive(Debug)]
pub struct ProposedOutfit {
    pub title: String,
    /// How to wear it.
    pub note: String,
    /// A line for each piece.
    pub pieces: Vec<[String; 5]>,
}

/// The name in a letter that nobody has released yet.
const NOBODY_YET: &str = "NAME";

/// What staff want to be shown of a box.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Show {
    /// The pieces that a person has to release: those that were shown before, as long as nothing has changed. Nothing if the program may
    /// style the box by itself, because the customer wrote nothing.
    IfNeeded,
    /// Other pieces, of any box.
    Others,
}

/// Composes a box and records what staff are shown of it; charges nothing, and takes nothing out of the stock.
///
/// # Errors
/// [`StaffError::Refused`] with the reason: the order has another status, or too little is in stock.
pub async fn propose(state: &AppState, order_id: &str, show: Show) -> StaffResult<Option<Proposal>> {
    let seed = any_seed(state);
    let (mut tx, order, customer) = transition::locked(state, order_id).await?;
    may_be_styled(&order)?;
    let before = box_proposals::of_order(&mut tx, &order.id).await?;
    let again = match (show, &before) {
        (Show::IfNeeded, Some(before)) => again(state, &mut tx, &order, &customer, before).await?,
        _ => None,
    };
    let (composed, proposal) = match again {
        Some((composed, before)) => (composed, before),
        None => {
            let composed = composed(state, &mut tx, &order, &customer, seed).await?;
            let fingerprint = composed.fingerprint();
            let others_shown = before.is_some_and(|before| before.others_shown || before.fingerprint != fingerprint);
            (composed, ProposalRow { seed: seed.cast_signed(), fingerprint, others_shown })
        }
    };
    if composed.words.is_empty() && show == Show::IfNeeded {
        return Ok(None);
    }
    box_proposals::set(&mut tx, &order.id, &proposal, state.clock.now()).await?;
    tx.commit().await?;
    let release = Release { released_by: Some(NOBODY_YET.to_owned()) };
    let letter = letter::text(&composed.letter_body(&release), &release);
    let outfits = composed.styled.outfits.iter().map(|outfit| ProposedOutfit {
        title: outfit.title.clone(),
        note: outfit.stylist_note.clone(),
        pieces: outfit.pieces.iter().map(|piece| line_of(state, piece)).collect(),
    });
    let outfits = outfits.collect();
    let customer_name = customer.full_name();
    let wanted_stylist = customer.preferred_stylist;
    let mark = proposal.mark().to_owned();
    Ok(Some(Proposal { order, customer: customer_name, wanted_stylist, words: composed.words, outfits, letter, mark }))
}

/// The box as it was shown before; `None` if it would be another one by now.
async fn again(
    state: &AppState,
    tx: &mut Tx,
    order: &OrderRow,
    customer: &CustomerRow,
    before: &ProposalRow,
) -> StaffResult<Option<(Composed, ProposalRow)>> {
    match composed(state, tx, order, customer, before.seed.cast_unsigned()).await {
        Ok(composed) if composed.fingerprint() == before.fingerprint => Ok(Some((composed, before.clone()))),
        Ok(_) | Err(StaffError::Refused(_)) => Ok(None),
        Err(error) => Err(error),
    }
}

fn line_of(state: &AppState, Piece { product_id, size }: &Piece) -> [String; 5] {
    let garment = state.data.catalogue.find(product_id);
    let (what, color, price) = garment.map_or_else(Default::default, |garment| {
        let what = format!("{} by {}", garment.description, garment.brand);
        (what, garment.color.name.clone(), garment.retail_price.formatted())
    });
    [product_id.clone(), what, color, format!("size {size}"), price]
}

/// Charges the styling fee, and packs exactly the pieces that were shown to the person who releases the box. The letter is signed by
/// `name`. `mark` names the pieces; it is needed once different ones were shown, because several people can look at one box.
///
/// # Errors
/// [`StaffError::Refused`] with the reason: nothing was shown, the pieces or the words have changed since, or as [`style`].
pub async fn release(
    state: &AppState,
    order_id: &str,
    name: &str,
    mark: Option<&str>,
    actor: Actor,
) -> StaffResult<()> {
    let mut tx = state.db.read().await?;
    let (order, customer) = transition::load_with_customer(&mut tx, order_id).await?;
    may_be_styled(&order)?;
    let shown = box_proposals::of_order(&mut tx, order_id).await?;
    let proposal = shown.ok_or_else(|| {
        StaffError::refused(format!(
            "Nobody was shown the pieces of order {code} yet: `ops style {code} --show` shows them, and charges nothing.",
            code = order.code
        ))
    })?;
    match mark {
        Some(mark) if mark != proposal.mark() => {
            return Err(StaffError::refused(format!(
                "`--pieces {mark}` does not name the pieces that were shown last for order {code}: look at them by `ops style {code}`.",
                code = order.code
            )));
        }
        None if proposal.others_shown => {
            return Err(StaffError::refused(format!(
                "Different pieces were shown for order {code}, perhaps the last ones not to you: name those that you saw by `--pieces MARK`, as \
                 the end of the list has it, or look at them again by `ops style {code}`.",
                code = order.code
            )));
        }
        _ => {}
    }
    // Before anything is charged, and again once it is.
    let composed = composed(state, &mut tx, &order, &customer, proposal.seed.cast_unsigned()).await?;
    if composed.fingerprint() != proposal.fingerprint {
        return Err(has_changed(&order));
    }
    drop(tx);
    charge_and_pack(state, &order, actor, &Kind::ByPerson { name, proposal }).await
}

fn may_be_styled(order: &OrderRow) -> StaffResult<()> {
    match order.status {
        Status::Created | Status::Styling => Ok(()),
        _ => Err(cannot_be_styled(order)),
    }
}

fn cannot_be_styled(order: &OrderRow) -> StaffError {
    StaffError::refused(format!("Order {} is {} and cannot be styled.", order.code, order.status))
}

fn has_changed(order: &OrderRow) -> StaffError {
    StaffError::refused(format!(
        "The pieces of order {code}, or what its customer wrote, are not those that were shown any more: look at them again by \
         `ops style {code}`, or by `ops style {code} --show` if they are to be others.",
        code = order.code
    ))
}

fn any_seed(state: &AppState) -> u64 {
    let mut seed = [0; 8];
    state.random.fill(&mut seed);
    u64::from_le_bytes(seed)
}

/// A composed box, and what its customer wrote in their own words.
struct Composed {
    styled: StyledBox,
    words: Vec<String>,
}

impl Composed {
    /// Checks that no person has to see the box first. In demo mode nobody could.
    fn may_leave_by_program(&self, state: &AppState, order: &OrderRow) -> StaffResult<()> {
        if state.settings.is_demo() || self.words.is_empty() {
            return Ok(());
        }
        Err(StaffError::refused(format!(
            "The customer of order {code} wrote something that a person has to read: see `ops style {code}`.",
            code = order.code
        )))
    }

    /// The same for the same pieces, texts and words.
    fn fingerprint(&self) -> String {
        let StyledBox { letter, outfits } = &self.styled;
        let mut parts: Vec<&str> = vec![letter];
        for outfit in outfits {
            parts.extend([outfit.title.as_str(), outfit.stylist_note.as_str()]);
            parts.extend(outfit.pieces.iter().flat_map(|piece| [piece.product_id.as_str(), piece.size.as_str()]));
        }
        parts.extend(self.words.iter().map(String::as_str));
        sha256(&Value::from(parts).to_string())
    }

    /// What the letter says before its end.
    fn letter_body(&self, release: &Release) -> String {
        let answer = if letter::signature(release).may_answer_notes { answer(&self.words) } else { None };
        [Some(self.styled.letter.clone()), answer].into_iter().flatten().collect::<Vec<_>>().join("\n\n")
    }
}

async fn composed(
    state: &AppState,
    tx: &mut Tx,
    order: &OrderRow,
    customer: &CustomerRow,
    seed: u64,
) -> StaffResult<Composed> {
    let answers = style_profiles::answers_of_customer(tx, &customer.id).await?;
    let words = words_of(order, &answers);
    let wishes = Wishes::read(&answers, &state.data.vocabulary).of_customer(&customer.first_name);
    let free: HashMap<(String, String), i64> =
        stock::free(tx).await?.into_iter().map(|row| ((row.product_id, row.size), row.free)).collect();
    let in_stock = |id: &str, size: &str| free.get(&(id.to_owned(), size.to_owned())).copied().unwrap_or(0);
    let sent_before = items::products_sent(tx, &customer.id).await?.into_iter();
    let sent_before = sent_before.map(|(id, times, returned)| (id, SentBefore { times, returned })).collect();
    let supply = Supply { catalogue: &state.data.catalogue, stock: &in_stock, sent_before: &sent_before };
    let styled = compose(supply, &wishes, seed)
        .map_err(|error| StaffError::refused(format!("Order {}: {error}", order.code)))?;
    Ok(Composed { styled, words })
}

fn words_of(order: &OrderRow, answers: &Map<String, Value>) -> Vec<String> {
    let notes = answers.get(policy::NOTES_QUESTION).and_then(Value::as_str).map(ToOwned::to_owned);
    letter::words(&CustomerWords { note: order.on_demand_customer_msg.clone(), profile_notes: notes })
}

/// Takes the garments out of the stock and adds them to the order.
async fn pack(state: &AppState, tx: &mut CustomerTx, order: &OrderRow, styled: &StyledBox) -> StaffResult<()> {
    // Every transaction locks garments in the same order, so that there is no deadlock.
    let mut pieces: Vec<&Piece> = styled.outfits.iter().flat_map(|outfit| &outfit.pieces).collect();
    pieces.sort_by(|one, other| (&one.product_id, &one.size).cmp(&(&other.product_id, &other.size)));
    for Piece { product_id, size } in pieces {
        if !stock::take(tx, product_id, size).await? {
            return Err(StaffError::refused(format!(
                "{product_id} in {size} has just sold out: style order {} again.",
                order.code
            )));
        }
    }
    let mut place = 0;
    for (position, outfit) in (0..).zip(&styled.outfits) {
        let row = OutfitRow {
            id: state.new_id(),
            order_id: order.id.clone(),
            position,
            title: outfit.title.clone(),
            stylist_note: outfit.stylist_note.clone(),
        };
        row.insert(tx).await?;
        for piece in &outfit.pieces {
            let garment = state.data.catalogue.find(&piece.product_id);
            let garment = garment.ok_or_else(|| StaffError::unexpected("a garment that is not in the catalogue"))?;
            let line = LineItemRow {
                id: state.new_id(),
                order_id: order.id.clone(),
                outfit_id: row.id.clone(),
                position: place,
                product_id: garment.id.clone(),
                description: garment.description.clone(),
                brand: garment.brand.clone(),
                color: garment.color.name.clone(),
                size: piece.size.clone(),
                retail_price: garment.retail_price,
                original_price: garment.original_price,
                claimed_kept: None,
                exchange_size: None,
                customer_feedback: None,
                paid_for: false,
                received_at: None,
                written_off: None,
            };
            line.insert(tx).await?;
            place += 1;
        }
    }
    Ok(items::note_packed(tx, &order.customer_id, &order.id).await?)
}
