//! Access, errors and words.

use super::{Rule, rule, strict_rule};
use crate::{
    account::{
        mfa,
        referral::{self, ReferralCode},
        session::{self, Path, SignedIn},
    },
    messages::{self, CodeInput},
    screens::errors::{self, FailedBody},
};

pub(super) const RULES: &[Rule] = &[
    rule!("session.is_public_route", "spec A, section 2", |input: &Path| session::is_public_route(&input.path)),
    rule!("session.on_unauthorized", "spec A, sections 2 and 4; spec B, sections 6 and 8", session::on_unauthorized),
    rule!("session.after_login", "spec A, sections 2 and 4", |input: &SignedIn| session::after_login(input).to_owned()),
    rule!("session.loads_customer", "spec A, section 6; spec B, section 2", |input: &Path| session::loads_customer(
        &input.path
    )),
    rule!("session.needs_csrf", "spec A, sections 6 and 7; spec B, section 6", session::needs_csrf),
    strict_rule!("mfa.next", "spec A, sections 4 and 8; spec B, sections 4 and 8", mfa::next),
    rule!("errors.parse", "spec A, sections 5 and 8; spec B, sections 5 and 8", |input: &FailedBody| errors::parse(
        &input.body
    )),
    rule!("errors.presentation", "spec A, sections 4 and 8; spec B, sections 5 and 8", errors::presentation),
    rule!("referral.link", "spec B, section 2", |input: &ReferralCode| referral::link(&input.referral_code)),
    strict_rule!("messages.text", "spec A, section 8; spec B, section 8", |input: &CodeInput| messages::required_text(
        &input.code
    )),
];
