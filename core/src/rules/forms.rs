//! Forms, masks and normal forms.

use super::{Rule, form, rule};
use crate::{
    account::{
        account_change, account_details, address, campaign, forgot_password, login,
        mfa::{self, Code},
        password_change, registration, reset_password, shipping_address, store_signup,
    },
    box_::review,
    card::{self, billing, card_change, payment},
    order::order_form,
    quiz::{birthday, denim_spend, disliked_colors, photos},
    values::{mask, normalize, plain_input::Text},
};

pub(super) const RULES: &[Rule] = &[
    form!("registration.validate", "spec A, sections 2, 5 and 9", registration::validate),
    form!("store_signup.validate", "spec A, sections 2, 5 and 9", store_signup::validate),
    form!("campaign.validate", "spec A, section 3", campaign::validate),
    form!("login.validate", "spec A, section 5", login::validate),
    form!("forgot_password.validate", "spec A, section 5", forgot_password::validate),
    form!("reset_password.validate", "spec A, sections 5 and 9; spec B, section 5", reset_password::validate),
    form!("payment.validate", "spec A, section 5; spec B, section 5", payment::validate),
    form!("billing.validate", "spec A, section 5; spec B, section 5", billing::validate),
    form!("card_change.validate", "spec A, section 5; spec B, section 5", card_change::validate),
    form!("card_change.billing_validate", "spec A, section 5; spec B, section 5", card_change::billing_validate),
    form!("account.validate", "spec B, section 5", account_details::validate),
    form!("account_change.validate", "spec A, section 3; spec B, section 3", account_change::validate),
    rule!("account_change.needs_mfa", "spec A, section 4; spec B, sections 4 and 6", account_change::needs_mfa),
    form!("address.validate", "spec A, section 5; spec B, section 5", address::validate),
    form!(
        "shipping_address.validate",
        "spec A, sections 3, 5 and 7; spec B, sections 3 and 7",
        shipping_address::validate
    ),
    form!("password_change.validate", "spec A, sections 5 and 7; spec B, sections 5 and 7", password_change::validate),
    form!("mfa.validate", "spec A, sections 4 and 7; spec B, sections 4 and 7", mfa::validate),
    form!("order_form.validate", "spec A, sections 3 and 7; spec B, sections 2, 5 and 7", order_form::validate),
    form!("birthday.validate", "spec A, section 5; spec B, section 5", birthday::validate),
    form!("photos.validate", "spec A, sections 5 and 9; spec B, sections 5 and 9", photos::validate),
    form!("review.validate", "spec B, sections 2 and 4", review::validate),
    form!("disliked_colors.validate", "spec A, sections 5 and 9; spec B, sections 5 and 9", disliked_colors::validate),
    rule!("denim_spend.normalize", "spec A, sections 5 and 9; spec B, section 5", denim_spend::normalize),
    rule!("mfa.button", "spec A, sections 4 and 9; spec B, sections 4 and 9", |input: &Code| mfa::button(&input.code)),
    rule!("mask.zip", "spec A, sections 5 and 9; spec B, section 5", |input: &Text| mask::zip(&input.text)),
    rule!("mask.phone", "spec A, section 5", |input: &Text| mask::phone(&input.text)),
    rule!("mask.phone_dashed", "spec A, section 5; spec B, section 5", |input: &Text| mask::phone_dashed(&input.text)),
    rule!("mask.card_number", "spec A, section 5", |input: &Text| mask::card_number(&input.text)),
    rule!("mask.expiration", "spec A, section 5; spec B, section 5", |input: &Text| mask::expiration(&input.text)),
    rule!("card.brand", "spec A, section 3", |input: &Text| card::brand(&input.text)),
    rule!("normalize.card_number", "spec A, section 5; spec B, section 5", |input: &Text| normalize::card_number(
        &input.text
    )),
    rule!("normalize.phone", "spec A, section 5; spec B, section 5", |input: &Text| normalize::phone(&input.text)),
    rule!("normalize.expiration", "spec A, section 5; spec B, section 5", |input: &Text| normalize::expiration(
        &input.text
    )),
    rule!("normalize.notes", "spec A, section 3; spec B, section 5", |input: &Text| normalize::notes(&input.text)),
    rule!("address.changed", "spec A, section 5; spec B, section 4", address::changed),
];
