//! Changing the password by the one that the account has (spec B, sections 5 and 7).

use crate::{
    account,
    fields::{self, hidden_debug},
    input::{Input, or_empty},
    issue::{Issue, Issues},
    messages::Message,
};

/// What was typed.
#[derive(Clone, Default, Input)]
pub struct PasswordChangeForm {
    /// The password that the account has.
    #[serde(default, deserialize_with = "or_empty")]
    pub current_password: String,
    /// The password that it shall have.
    #[serde(default, deserialize_with = "or_empty")]
    pub password: String,
    /// The same again; null where the screen has no second field.
    pub password_confirmation: Option<String>,
}

hidden_debug!(PasswordChangeForm);

/// The change that `form` asks for.
///
/// # Errors
/// The first fault of each field, in the words of the account form.
pub fn parse(form: &PasswordChangeForm) -> Result<account::PasswordChange, Vec<Issue>> {
    let mut issues = Issues::default();
    let current = issues.check("current_password", account::current_password(&form.current_password));
    let new = issues.check("password", fields::new_password(&form.password));
    let again = form.password_confirmation.as_ref().unwrap_or(&form.password);
    let same = if *again == form.password { Ok(()) } else { Err(Message::PasswordMismatch) };
    let confirmed = issues.check("password_confirmation", same);
    match (current, new, confirmed) {
        (Some(current), Some(new), Some(())) => Ok(account::PasswordChange { current, new }),
        _ => Err(issues.into_vec()),
    }
}

#[cfg(test)]
mod tests {
    use super::{PasswordChangeForm, parse};

    fn faults(current: &str, new: &str, again: Option<&str>) -> Vec<(String, &'static str)> {
        let form = PasswordChangeForm {
            current_password: current.to_owned(),
            password: new.to_owned(),
            password_confirmation: again.map(str::to_owned),
        };
        let faults = parse(&form).err().unwrap_or_default();
        faults.iter().map(|issue| (issue.field.to_string(), issue.message.code())).collect()
    }

    #[test]
    fn each_field_is_checked_in_the_words_of_the_account_form() {
        assert_eq!(faults("Stylebox#2026", "Another#1", Some("Another#1")), []);
        assert_eq!(faults("Stylebox#2026", "Another#1", None), []);
        let all = [("current_password", "too_short"), ("password", "password_too_simple")];
        assert_eq!(faults("Short#1", "another#1", None), all.map(|(field, code)| (field.to_owned(), code)));
        let differs = [("password_confirmation".to_owned(), "password_mismatch")];
        assert_eq!(faults("Stylebox#2026", "Another#1", Some("Another#2")), differs);
    }
}
