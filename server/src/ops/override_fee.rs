//! `ops override-fee`: the code by which a customer pays another styling fee (spec B, section 1).

use crate::service::subscription::{override_fee, plan};
use crate::state::AppState;
use clap::Args;
use stylebox_core::policy;
use stylebox_core::subscription::one_dollar_code::code_has_ended;
use stylebox_core::values::reading::code;

/// The customer, and the code.
#[derive(Debug, Args)]
pub struct OverrideFee {
    /// The customer's email address.
    #[arg(value_name = "CUSTOMER")]
    email: String,
    /// The code; without one, the customer's is removed.
    #[arg(value_name = "CODE")]
    code: Option<String>,
}

pub(crate) async fn answer(state: &AppState, command: OverrideFee) -> Result<String, String> {
    let OverrideFee { email, code } = command;
    let code = code.map(|code| code::read(&code).to_uppercase());
    if let Some(unknown) = code.as_ref().filter(|code| *code != policy::ONE_DOLLAR_CODE) {
        return Err(format!("There is no styling-fee code {unknown}. The only one is {}.", policy::ONE_DOLLAR_CODE));
    }
    if code.is_some() && code_has_ended(state.clock.now().instant()) {
        return Err(format!(
            "The styling-fee code {} ended with the year {}: it would change no fee, and was not set.",
            policy::ONE_DOLLAR_CODE,
            policy::ONE_DOLLAR_CODE_LAST_YEAR
        ));
    }
    let after = override_fee::set(state, &email, code).await.map_err(|error| error.to_string())?;
    let customer = after.ok_or_else(|| format!("There is no customer {email}."))?;
    let fee = plan::styling_fee(&customer, state.clock.now(), &state.data.terms).formatted();
    Ok(match &customer.styling_fee_override_code {
        Some(code) => {
            format!("{} has the styling-fee code {code}. The fee of the next box is {fee}.\n", customer.email)
        }
        None => format!("{} has no styling-fee code. The fee of the next box is {fee}.\n", customer.email),
    })
}
