//! `ops style`: styling a box, by the program alone or with a person who releases it.

use crate::fulfilment::style::{self, Proposal, Show};
use crate::ops::order_code::OrderCode;
use crate::ops::table::table;
use crate::state::AppState;
use clap::Args;
use stylebox_core::order::Actor;
use stylebox_core::values::fields::person_name;
use stylebox_core::values::message::Message;
use stylebox_core::values::reading::name::clean;

/// A box to be styled.
#[derive(Debug, Args)]
pub struct Styled {
    /// The order.
    #[command(flatten)]
    code: OrderCode,
    /// Take exactly the pieces that were shown, for a person who has read the customer's words and agrees: their name signs the
    /// letter.
    #[arg(long = "as", value_name = "NAME")]
    name: Option<String>,
    /// The mark of the pieces that were shown to that person. It is needed if different ones were shown for the order.
    #[arg(long, value_name = "MARK", requires = "name")]
    pieces: Option<String>,
    /// Show the customer's words and other pieces than before, and charge nothing. Without it, pieces are shown only if the customer
    /// wrote something, and not in demo mode: the same ones again, as long as nothing has changed.
    #[arg(long, conflicts_with = "name")]
    show: bool,
}

/// Runs the command. Returns its output.
///
/// # Errors
/// A sentence that says why it could not be done.
pub async fn answer(state: &AppState, Styled { code, name, pieces, show }: Styled) -> Result<String, String> {
    let id = code.find(state).await?.id;
    if let Some(name) = name {
        let name = person_name(&clean(&name), Message::FIRST_NAME_INVALID);
        let name = name.map_err(|fault| format!("Nobody can sign with this name: {}", fault.text()))?;
        let mark = pieces.map(|mark| mark.trim().to_lowercase());
        let released = style::release(state, &id, name.as_str(), mark.as_deref(), Actor::Ops).await;
        released.map_err(|error| error.to_string())?;
        let order = code.find(state).await?;
        return Ok(format!("Order {} is now {}. The letter is signed by {name}.\n", order.code, order.status));
    }
    if show || !state.settings.is_demo() {
        let show = if show { Show::Others } else { Show::IfNeeded };
        let proposal = style::propose(state, &id, show).await.map_err(|error| error.to_string())?;
        if let Some(proposal) = proposal {
            return Ok(shown(&proposal));
        }
    }
    style::style(state, &id, Actor::Ops).await.map_err(|error| error.to_string())?;
    let order = code.find(state).await?;
    Ok(format!("Order {} is now {}.\n", order.code, order.status))
}

/// What staff read before they release a box.
fn shown(Proposal { order, customer, wanted_stylist, words, outfits, letter, mark }: &Proposal) -> String {
    let code = &order.code;
    let mut output =
        format!("Order {code} of {customer}. Nothing was charged, and nothing was taken out of the stock.\n");
    if let Some(name) = wanted_stylist {
        output.push_str(&format!("The customer would like {name} as their stylist.\n"));
    }
    if let Some(theme) = &order.themebox {
        output.push_str(&format!("The customer ordered the theme {theme}: the program does not choose by it.\n"));
    }
    output.push_str(if words.is_empty() { "\nThe customer wrote nothing.\n" } else { "\nThe customer wrote:\n" });
    for words in words {
        output.push_str(&indented(words));
        output.push('\n');
    }
    if words.is_empty() {
        output.push('\n');
    }
    output.push_str("The program proposes:\n");
    for outfit in outfits {
        let note = if outfit.note.is_empty() { String::new() } else { indented(&outfit.note) };
        output.push_str(&format!("\n{}\n{}{note}", outfit.title, table(&outfit.pieces)));
    }
    output.push_str(&format!("\nThe letter, signed by who releases the box:\n\n{}\n", indented(letter)));
    output.push_str(&format!(
        "The program does not understand what customers write: materials, allergies, maternity. If you have read it and the pieces \
         are right, `ops style {code} --as \"YOUR NAME\" --pieces {mark}` charges the styling fee and takes exactly these pieces. `ops style {code} \
         --show` proposes others.\n"
    ));
    output
}

/// A text with each of its lines moved to the right.
fn indented(text: &str) -> String {
    text.lines().map(|line| if line.is_empty() { "\n".to_owned() } else { format!("    {line}\n") }).collect()
}
