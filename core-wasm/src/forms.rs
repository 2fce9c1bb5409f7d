//! Forms, masks and normal forms.

use crate::{
    convert::{ask, refusal, tell, typed},
    faults::{faults, faults_of},
};
use js_sys::Array;
use stylebox_core::{
    account::{
        account_change::{self, AccountChangeForm, ProtectedChange},
        account_details::{self, AccountForm},
        address::{self, AddressChange, AddressForm},
        campaign::{self, CampaignForm},
        forgot_password::{self, ForgotPasswordForm},
        login::{self, LoginForm},
        mfa::{self, CodeForm, MfaButton},
        password_change::{self, PasswordChangeForm},
        registration::{self, RegistrationForm},
        reset_password::{self, ResetPasswordForm},
        shipping_address::{self, ShippingAddressForm},
        store_signup::{self, StoreSignupForm},
    },
    card::{
        self,
        billing::{self, BillingForm},
        card_change::{self, BillingChangeForm, CardChangeForm},
        payment::{self, CardForm, CardholderForm, PaymentForm},
    },
    order::order_form::{self, OrderForm},
    quiz::{
        birthday::{self, BirthdayForm},
        denim_spend::{self, DenimSpend, DenimSpendInput},
        disliked_colors::{self, DislikedColorsForm},
        photos::{self, PhotosForm},
    },
    values::{mask, normalize},
};
use tsify::Ts;
use wasm_bindgen::{JsError, prelude::wasm_bindgen};

/// The first fault of each field of the registration form.
#[wasm_bindgen(js_name = registrationValidate, unchecked_return_type = "Issue[]")]
pub fn registration_validate(
    first_name: Option<String>,
    last_name: Option<String>,
    email: Option<String>,
    #[wasm_bindgen(js_name = confirmEmail)] confirm_email: Option<String>,
    registration_postal_code: Option<String>,
    password: Option<String>,
) -> Array {
    let form = RegistrationForm {
        first_name: first_name.unwrap_or_default(),
        last_name: last_name.unwrap_or_default(),
        email: email.unwrap_or_default(),
        confirm_email: confirm_email.unwrap_or_default(),
        registration_postal_code: registration_postal_code.unwrap_or_default(),
        password: password.unwrap_or_default(),
    };
    faults(&registration::validate(&form))
}

/// The first fault of each field of the store's sign-up form.
#[wasm_bindgen(js_name = storeSignupValidate, unchecked_return_type = "Issue[]")]
pub fn store_signup_validate(
    first_name: Option<String>,
    last_name: Option<String>,
    email: Option<String>,
    registration_postal_code: Option<String>,
) -> Array {
    let form = StoreSignupForm {
        first_name: first_name.unwrap_or_default(),
        last_name: last_name.unwrap_or_default(),
        email: email.unwrap_or_default(),
        registration_postal_code: registration_postal_code.unwrap_or_default(),
    };
    faults(&store_signup::validate(&form))
}

/// The first fault of each field of the sign-in form.
#[wasm_bindgen(js_name = loginValidate, unchecked_return_type = "Issue[]")]
pub fn login_validate(email: Option<String>, password: Option<String>) -> Array {
    let form = LoginForm { email: email.unwrap_or_default(), password: password.unwrap_or_default() };
    faults(&login::validate(&form))
}

/// The fault of the address to which a link shall go.
#[wasm_bindgen(js_name = forgotPasswordValidate, unchecked_return_type = "Issue[]")]
pub fn forgot_password_validate(email: Option<String>) -> Array {
    let form = ForgotPasswordForm { email: email.unwrap_or_default() };
    faults(&forgot_password::validate(&form))
}

/// The first fault of each field of the form for a new password.
#[wasm_bindgen(js_name = resetPasswordValidate, unchecked_return_type = "Issue[]")]
pub fn reset_password_validate(password: Option<String>, password_confirmation: Option<String>) -> Array {
    let form = ResetPasswordForm {
        password: password.unwrap_or_default(),
        password_confirmation: password_confirmation.unwrap_or_default(),
    };
    faults(&reset_password::validate(&form))
}

/// The first fault of each field of the shipping and payment form, by its dotted name: `card_info.cvv`. Two underscores stand
/// for the dot.
#[wasm_bindgen(js_name = paymentValidate, unchecked_return_type = "Issue[]")]
#[expect(
    clippy::too_many_arguments,
    reason = "it is checked at every key stroke, and texts cross faster than an object"
)]
pub fn payment_validate(
    #[wasm_bindgen(js_name = shipping__line_1)] line_1: Option<String>,
    #[wasm_bindgen(js_name = shipping__line_2)] line_2: Option<String>,
    #[wasm_bindgen(js_name = shipping__city)] city: Option<String>,
    #[wasm_bindgen(js_name = shipping__state)] state: Option<String>,
    #[wasm_bindgen(js_name = shipping__postal_code)] postal_code: Option<String>,
    #[wasm_bindgen(js_name = shipping__phone)] phone: Option<String>,
    same_as_shipping: bool,
    #[wasm_bindgen(js_name = cardholder__name)] name: Option<String>,
    #[wasm_bindgen(js_name = cardholder__street_address1)] street_address1: Option<String>,
    #[wasm_bindgen(js_name = cardholder__street_address2)] street_address2: Option<String>,
    #[wasm_bindgen(js_name = cardholder__city)] cardholder_city: Option<String>,
    #[wasm_bindgen(js_name = cardholder__state)] cardholder_state: Option<String>,
    #[wasm_bindgen(js_name = cardholder__zip_code)] zip_code: Option<String>,
    #[wasm_bindgen(js_name = cardholder__phone)] cardholder_phone: Option<String>,
    #[wasm_bindgen(js_name = card_info__credit_card_number)] number: Option<String>,
    #[wasm_bindgen(js_name = card_info__expiration)] expiration: Option<String>,
    #[wasm_bindgen(js_name = card_info__cvv)] cvv: Option<String>,
    now: &str,
) -> Result<Array, JsError> {
    let form = PaymentForm {
        shipping: AddressForm {
            line_1: line_1.unwrap_or_default(),
            line_2: line_2.unwrap_or_default(),
            city: city.unwrap_or_default(),
            state: state.unwrap_or_default(),
            postal_code: postal_code.unwrap_or_default(),
            phone: phone.unwrap_or_default(),
        },
        same_as_shipping,
        cardholder: CardholderForm {
            name: name.unwrap_or_default(),
            street_address1: street_address1.unwrap_or_default(),
            street_address2: street_address2.unwrap_or_default(),
            city: cardholder_city.unwrap_or_default(),
            state: cardholder_state.unwrap_or_default(),
            zip_code: zip_code.unwrap_or_default(),
            phone: cardholder_phone.unwrap_or_default(),
        },
        card_info: CardForm {
            credit_card_number: number.unwrap_or_default(),
            expiration: expiration.unwrap_or_default(),
            cvv: cvv.unwrap_or_default(),
        },
        now: now.parse().map_err(refusal)?,
    };
    Ok(faults(&payment::validate(&form)))
}

/// The first fault of each field of the shipping and payment form without the card, by its dotted name.
#[wasm_bindgen(js_name = billingValidate, unchecked_return_type = "Issue[]")]
pub fn billing_validate(form: Ts<BillingForm>) -> Result<Array, JsError> {
    faults_of(&form, billing::validate)
}

/// The first fault of each field of the form for another card, by its dotted name. Two underscores stand for the dot.
#[wasm_bindgen(js_name = cardChangeValidate, unchecked_return_type = "Issue[]")]
#[expect(
    clippy::too_many_arguments,
    reason = "it is checked at every key stroke, and texts cross faster than an object"
)]
pub fn card_change_validate(
    #[wasm_bindgen(js_name = cardholder__name)] name: Option<String>,
    #[wasm_bindgen(js_name = cardholder__street_address1)] street_address1: Option<String>,
    #[wasm_bindgen(js_name = cardholder__street_address2)] street_address2: Option<String>,
    #[wasm_bindgen(js_name = cardholder__city)] city: Option<String>,
    #[wasm_bindgen(js_name = cardholder__state)] state: Option<String>,
    #[wasm_bindgen(js_name = cardholder__zip_code)] zip_code: Option<String>,
    #[wasm_bindgen(js_name = cardholder__phone)] phone: Option<String>,
    #[wasm_bindgen(js_name = card_info__credit_card_number)] number: Option<String>,
    #[wasm_bindgen(js_name = card_info__expiration)] expiration: Option<String>,
    #[wasm_bindgen(js_name = card_info__cvv)] cvv: Option<String>,
    now: &str,
) -> Result<Array, JsError> {
    let form = CardChangeForm {
        cardholder: CardholderForm {
            name: name.unwrap_or_default(),
            street_address1: street_address1.unwrap_or_default(),
            street_address2: street_address2.unwrap_or_default(),
            city: city.unwrap_or_default(),
            state: state.unwrap_or_default(),
            zip_code: zip_code.unwrap_or_default(),
            phone: phone.unwrap_or_default(),
        },
        card_info: CardForm {
            credit_card_number: number.unwrap_or_default(),
            expiration: expiration.unwrap_or_default(),
            cvv: cvv.unwrap_or_default(),
        },
        now: now.parse().map_err(refusal)?,
    };
    Ok(faults(&card_change::validate(&form)))
}

/// The first fault of each field of the form for another card without the card, by its dotted name.
#[wasm_bindgen(js_name = cardChangeBillingValidate, unchecked_return_type = "Issue[]")]
pub fn card_change_billing_validate(form: Ts<BillingChangeForm>) -> Result<Array, JsError> {
    faults_of(&form, card_change::billing_validate)
}

/// The first fault of each text that a registration says of its campaign.
#[wasm_bindgen(js_name = campaignValidate, unchecked_return_type = "Issue[]")]
pub fn campaign_validate(form: Ts<CampaignForm>) -> Result<Array, JsError> {
    faults_of(&form, campaign::validate)
}

/// The first fault of each field of the account form.
#[wasm_bindgen(js_name = accountValidate, unchecked_return_type = "Issue[]")]
pub fn account_validate(form: Ts<AccountForm>) -> Result<Array, JsError> {
    faults_of(&form, account_details::validate)
}

/// The first fault of each field of a partial change of the account.
#[wasm_bindgen(js_name = accountChangeValidate, unchecked_return_type = "Issue[]")]
pub fn account_change_validate(form: Ts<AccountChangeForm>) -> Result<Array, JsError> {
    faults_of(&form, account_change::validate)
}

/// Whether a code must be asked for before a change of the account.
#[wasm_bindgen(js_name = accountChangeNeedsMfa)]
pub fn account_change_needs_mfa(input: Ts<ProtectedChange>) -> Result<bool, JsError> {
    tell(&input, account_change::needs_mfa)
}

/// The first fault of each field of a shipping address.
#[wasm_bindgen(js_name = addressValidate, unchecked_return_type = "Issue[]")]
pub fn address_validate(form: Ts<AddressForm>) -> Result<Array, JsError> {
    faults_of(&form, address::validate)
}

/// The first fault of each field of an address in the customer's list.
#[wasm_bindgen(js_name = shippingAddressValidate, unchecked_return_type = "Issue[]")]
pub fn shipping_address_validate(form: Ts<ShippingAddressForm>) -> Result<Array, JsError> {
    faults_of(&form, shipping_address::validate)
}

/// The first fault of each field of a change of password.
#[wasm_bindgen(js_name = passwordChangeValidate, unchecked_return_type = "Issue[]")]
pub fn password_change_validate(form: Ts<PasswordChangeForm>) -> Result<Array, JsError> {
    faults_of(&form, password_change::validate)
}

/// The fault of a code that is sent.
#[wasm_bindgen(js_name = mfaValidate, unchecked_return_type = "Issue[]")]
pub fn mfa_validate(form: Ts<CodeForm>) -> Result<Array, JsError> {
    faults_of(&form, mfa::validate)
}

/// The first fault of each field of an order.
#[wasm_bindgen(js_name = orderFormValidate, unchecked_return_type = "Issue[]")]
pub fn order_form_validate(form: Ts<OrderForm>) -> Result<Array, JsError> {
    faults_of(&form, order_form::validate)
}

/// The first fault of each field of a day of birth.
#[wasm_bindgen(js_name = birthdayValidate, unchecked_return_type = "Issue[]")]
pub fn birthday_validate(form: Ts<BirthdayForm>) -> Result<Array, JsError> {
    faults_of(&form, birthday::validate)
}

/// The fault of a choice of photos, under `photos`.
#[wasm_bindgen(js_name = photosValidate, unchecked_return_type = "Issue[]")]
pub fn photos_validate(form: Ts<PhotosForm>) -> Result<Array, JsError> {
    faults_of(&form, photos::validate)
}

/// The fault of a choice of colors to avoid, under `colors`.
#[wasm_bindgen(js_name = dislikedColorsValidate, unchecked_return_type = "Issue[]")]
pub fn disliked_colors_validate(form: Ts<DislikedColorsForm>) -> Result<Array, JsError> {
    faults_of(&form, disliked_colors::validate)
}

/// Where both ends of the denim slider come to stand.
#[wasm_bindgen(js_name = denimSpendNormalize)]
pub fn denim_spend_normalize(input: Ts<DenimSpendInput>) -> Result<Ts<DenimSpend>, JsError> {
    ask(&input, denim_spend::normalize)
}

/// What the button for a code does while `code` stands in the field.
#[wasm_bindgen(js_name = mfaButton)]
pub fn mfa_button(code: Option<String>) -> Ts<MfaButton> {
    typed(&mfa::button(&code.unwrap_or_default()))
}

/// A ZIP code as it is typed: `55401-1234`.
#[wasm_bindgen(js_name = maskZip)]
pub fn mask_zip(text: Option<String>) -> String {
    mask::zip(&text.unwrap_or_default())
}

/// A phone number as it is typed: `(612) 555-0100`.
#[wasm_bindgen(js_name = maskPhone)]
pub fn mask_phone(text: Option<String>) -> String {
    mask::phone(&text.unwrap_or_default())
}

/// A phone number as it is typed: `612-555-0100`.
#[wasm_bindgen(js_name = maskPhoneDashed)]
pub fn mask_phone_dashed(text: Option<String>) -> String {
    mask::phone_dashed(&text.unwrap_or_default())
}

/// A card number as it is typed: `4242-4242-4242-4242`.
#[wasm_bindgen(js_name = maskCardNumber)]
pub fn mask_card_number(text: Option<String>) -> String {
    mask::card_number(&text.unwrap_or_default())
}

/// An expiration date as it is typed: `MM/YY`.
#[wasm_bindgen(js_name = maskExpiration)]
pub fn mask_expiration(text: Option<String>) -> String {
    mask::expiration(&text.unwrap_or_default())
}

/// Who issues a card, by the first digits of its number; empty where that cannot be told.
#[wasm_bindgen(js_name = cardBrand)]
pub fn card_brand(text: Option<String>) -> String {
    card::brand(&text.unwrap_or_default()).to_owned()
}

/// A card number without dashes and spaces.
#[wasm_bindgen(js_name = normalizeCardNumber)]
pub fn normalize_card_number(text: Option<String>) -> String {
    normalize::card_number(&text.unwrap_or_default())
}

/// The digits of a phone number, without the country's 1.
#[wasm_bindgen(js_name = normalizePhone)]
pub fn normalize_phone(text: Option<String>) -> String {
    normalize::phone(&text.unwrap_or_default())
}

/// An expiration date without its slash.
#[wasm_bindgen(js_name = normalizeExpiration)]
pub fn normalize_expiration(text: Option<String>) -> String {
    normalize::expiration(&text.unwrap_or_default())
}

/// Notes without what an old client appended to them.
#[wasm_bindgen(js_name = normalizeNotes)]
pub fn normalize_notes(text: Option<String>) -> String {
    normalize::notes(&text.unwrap_or_default())
}

/// Whether an address is to be sent as a new one.
#[wasm_bindgen(js_name = addressChanged)]
pub fn address_changed(input: Ts<AddressChange>) -> Result<bool, JsError> {
    tell(&input, address::changed)
}
