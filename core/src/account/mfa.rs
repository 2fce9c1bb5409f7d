//! The second factor for changes of the account (spec A, section 4; spec B, section 4).

use crate::{
    InputError, policy,
    values::{
        fields::hidden_debug,
        issue::{Issue, Issues},
        message::Message,
        reading::{digits, read_or_kept},
        words::words,
    },
    wire::{Input, or_empty},
};

words! {
    /// The state of a change that needs a second factor.
    pub enum MfaState {
        /// No code is needed.
        NotRequired = "not_required",
        /// A code must be requested.
        Required = "required",
        /// A code was sent, and the customer can type it.
        CodeSent = "code_sent",
        /// The code was wrong.
        SubmitError = "submit_error",
    }
}

words! {
    /// An event that changes the state.
    pub enum MfaEvent {
        /// A change was answered with the error that asks for a code.
        MfaError = "mfa_error",
        /// A code was requested, and is on its way.
        CodeRequested = "code_requested",
        /// The request for a code failed.
        RequestFailed = "request_failed",
        /// The code was right.
        Accepted = "accepted",
        /// The code was wrong.
        CodeRejected = "code_rejected",
    }
}

words! {
    /// How a code is sent.
    pub enum MfaType {
        /// A text message to the cell phone.
        Sms = "sms",
        /// An email to the address of the account.
        Email = "email",
    }
}

words! {
    /// What the button does.
    pub enum MfaButton {
        /// Sends the code.
        Submit = "Submit",
        /// Requests a code, because the field does not hold a whole one.
        RequestCode = "Request Code",
    }
}

/// A state, and an event in it.
#[derive(Debug, Clone, Copy, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct MfaTransition {
    /// The state before.
    pub state: MfaState,
    /// What has just happened.
    pub event: MfaEvent,
    /// Whether the address was refused: that blocks the flow.
    pub address_error: bool,
}

/// `mfa.next`: the state after the event (spec B, section 4).
///
/// # Errors
/// If the event is about a code although none is required.
pub fn next(transition: &MfaTransition) -> Result<MfaState, InputError> {
    let MfaTransition { state, event, address_error } = *transition;
    if address_error {
        return Ok(state);
    }
    match (state, event) {
        (_, MfaEvent::MfaError) => Ok(MfaState::Required),
        (_, MfaEvent::RequestFailed) => Ok(state),
        (MfaState::NotRequired, _) => Err(InputError::new(format!("`{event}` cannot be while no code is required."))),
        (_, MfaEvent::CodeRequested) => Ok(MfaState::CodeSent),
        (_, MfaEvent::Accepted) => Ok(MfaState::NotRequired),
        (_, MfaEvent::CodeRejected) => Ok(MfaState::SubmitError),
    }
}

/// `mfa.button`: what the button does while `code` is in the field (spec A, section 4).
#[must_use]
pub fn button(code: &str) -> MfaButton {
    if code.trim().chars().count() >= policy::MFA_CODE_LENGTH { MfaButton::Submit } else { MfaButton::RequestCode }
}

/// The code that the customer received, and how it was sent.
#[derive(Clone, Default, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct CodeForm {
    /// How it was sent; null if that is not given.
    pub mfa_type: Option<MfaType>,
    /// As typed.
    #[serde(default, deserialize_with = "or_empty")]
    #[cfg_attr(feature = "schema", schema(required))]
    pub mfa_code: String,
}

impl CodeForm {
    /// The form as it was filled in or sent, with its code read: mails and phones show it in two groups.
    #[must_use]
    pub fn read(self) -> Self {
        Self { mfa_code: read_or_kept(digits::read, &self.mfa_code), ..self }
    }
}

/// A code that is not blank, trimmed. The server says whether it is the right one.
#[derive(Clone, PartialEq, Eq)]
pub struct TypedCode(String);

hidden_debug!(CodeForm, TypedCode);

impl TypedCode {
    /// The text. Not for a log.
    #[must_use]
    pub fn expose(&self) -> &str {
        &self.0
    }
}

/// Parses a code.
///
/// # Errors
/// If it is blank.
pub fn parse(form: &CodeForm) -> Result<TypedCode, Vec<Issue>> {
    match form.mfa_code.trim() {
        "" => {
            let mut issues = Issues::default();
            issues.check("mfa_code", Err::<(), _>(Message::REQUIRED));
            Err(issues.into_vec())
        }
        code => Ok(TypedCode(code.to_owned())),
    }
}

/// `mfa.validate`: the issue of a code that is sent (spec B, section 4).
#[must_use]
pub fn validate(form: &CodeForm) -> Vec<Issue> {
    parse(form).err().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::{CodeForm, parse};

    #[test]
    fn a_code_is_trimmed_and_never_shown() {
        let form = CodeForm { mfa_type: None, mfa_code: " 123456 ".to_owned() };
        let code = parse(&form).unwrap();
        assert_eq!(code.expose(), "123456");
        assert!(!format!("{form:?} {code:?}").contains("123456"));
    }
}
