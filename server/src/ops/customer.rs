//! `ops customer`: what a customer asks for in writing.

use crate::platform::error::{StaffError, StaffResult};
use crate::service::account::export::document::Export;
use crate::service::account::{address_rechecks, closing, customer, export};
use crate::service::mail::bounce;
use crate::state::AppState;
use crate::store::account::customers::CustomerRow;
use clap::Subcommand;
use stylebox_core::messages::staff;

/// The commands about a customer.
#[derive(Debug, Subcommand)]
pub enum CustomerCommand {
    /// Print everything that is kept about a customer, as one JSON document.
    Export {
        /// The customer's email address.
        #[arg(value_name = "CUSTOMER")]
        email: String,
    },
    /// Close a customer's account and erase the person. It is refused while a box is out or money is open.
    Erase {
        /// The customer's email address.
        #[arg(value_name = "CUSTOMER")]
        email: String,
    },
    /// Forget which emails to a customer did not arrive, as `attention` shows them: the address is right, or the customer was told in
    /// another way. The page stops asking for another address, until the next email comes back.
    ClearBounces {
        /// The customer's email address.
        #[arg(value_name = "CUSTOMER")]
        email: String,
    },
    /// Take a customer's address as right though the address check says that nothing can be delivered there, as `attention` shows: the
    /// customer says that boxes arrive.
    AddressIsRight {
        /// The customer's email address.
        #[arg(value_name = "CUSTOMER")]
        email: String,
    },
}

pub(crate) async fn answer(state: &AppState, command: CustomerCommand) -> Result<String, String> {
    let done = match command {
        CustomerCommand::Export { email } => print(state, &email).await,
        CustomerCommand::Erase { email } => erase(state, &email).await,
        CustomerCommand::ClearBounces { email } => clear_bounces(state, &email).await,
        CustomerCommand::AddressIsRight { email } => mark_deliverable(state, &email).await,
    };
    done.map_err(|error| error.to_string())
}

async fn print(state: &AppState, email: &str) -> StaffResult<String> {
    let customer = find(state, email).await?;
    let document = Export::from(export::read(state, &customer.id).await?);
    let text = serde_json::to_string_pretty(&document).map_err(StaffError::unexpected)?;
    Ok(format!("{text}\n"))
}

async fn erase(state: &AppState, email: &str) -> StaffResult<String> {
    let customer = find(state, email).await?;
    closing::close_for_staff(state, &customer.id).await?;
    let told = staff::account_erased(customer.email_bounced_at.is_some());
    Ok(format!("The account of {email} is closed and erased. {told}\n"))
}

async fn clear_bounces(state: &AppState, email: &str) -> StaffResult<String> {
    let customer = find(state, email).await?;
    bounce::clear(state, &customer.id).await?;
    Ok(format!("The address {email} counts as right again.\n"))
}

async fn mark_deliverable(state: &AppState, email: &str) -> StaffResult<String> {
    let customer = find(state, email).await?;
    match address_rechecks::mark_deliverable(state, &customer.id).await? {
        0 => Err(StaffError::refused(format!(
            "Of no address of {email} it is said that nothing can be delivered there."
        ))),
        _ => Ok(format!("The addresses of {email} count as right.\n")),
    }
}

async fn find(state: &AppState, email: &str) -> StaffResult<CustomerRow> {
    let found = customer::by_email(state, email).await?;
    found.ok_or_else(|| StaffError::refused(format!("There is no customer {email}.")))
}
