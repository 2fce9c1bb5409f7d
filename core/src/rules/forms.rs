//! Forms, masks and normal forms.

use super::{Rule, form};
use crate::login;

pub(super) const RULES: &[Rule] = &[form!("login.validate", "spec A, section 5", login::validate)];
