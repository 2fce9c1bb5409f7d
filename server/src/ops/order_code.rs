//! The order that a command is about.

use crate::platform::error::StaffError;
use crate::service::order::read;
use crate::state::AppState;
use crate::store::order::orders::OrderRow;
use clap::Args;
use stylebox_core::values::reading::code;

/// An order, by its code.
#[derive(Debug, Args)]
pub struct OrderCode {
    /// The order's code, as `ops list` shows it.
    #[arg(value_name = "CODE")]
    code: String,
}

impl OrderCode {
    /// The order as it is now.
    ///
    /// # Errors
    /// A sentence if there is no such order, or the database fails.
    pub(crate) async fn find(&self, state: &AppState) -> Result<OrderRow, String> {
        let found = read::by_code(state, &code::read(&self.code).to_uppercase()).await;
        let found = found.map_err(|error| StaffError::from(error).to_string())?;
        found.ok_or_else(|| format!("There is no order {}. \"ops list --all\" shows the orders.", self.code))
    }
}
