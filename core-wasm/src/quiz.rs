//! The quiz, its decks and the stores.

use crate::{
    convert::{ask, tell_strictly, written},
    faults::faults_of,
};
use js_sys::Array;
use stylebox_core::{
    delivery::{
        signup::{self, DeliveryStep},
        stores::{self, StoreChoice, StoreList},
    },
    quiz::{
        quiz_answer::{self, QuizAnswer},
        quiz_step::{self, QuizStep, StepReadiness},
        reshuffle::{self, Reshuffle, ReshuffleState},
        shuffle::{self, Shuffle, ShuffleState},
        style_profile::{self, ProfileStats, StyleProfile},
    },
};
use tsify::Ts;
use wasm_bindgen::{JsError, JsValue, prelude::wasm_bindgen};

/// The path after the delivery step of the sign-up.
#[wasm_bindgen(js_name = signupNextStep)]
pub fn signup_next_step(input: Ts<DeliveryStep>) -> Result<String, JsError> {
    tell_strictly(&input, |step| signup::next_step(step).map(ToOwned::to_owned))
}

/// Whether a step of the quiz can be left.
#[wasm_bindgen(js_name = quizStepReadiness)]
pub fn quiz_step_readiness(input: Ts<QuizStep>) -> Result<Ts<StepReadiness>, JsError> {
    ask(&input, quiz_step::readiness)
}

/// The fault of an answer to a question, under `value`.
#[wasm_bindgen(js_name = quizAnswerValidate, unchecked_return_type = "Issue[]")]
pub fn quiz_answer_validate(input: Ts<QuizAnswer>) -> Result<Array, JsError> {
    faults_of(&input, quiz_answer::validate)
}

/// How complete a style profile is.
#[wasm_bindgen(js_name = styleProfileStats)]
pub fn style_profile_stats(input: Ts<StyleProfile>) -> Result<Ts<ProfileStats>, JsError> {
    ask(&input, style_profile::stats)
}

/// How far the style shuffle is.
#[wasm_bindgen(js_name = shuffleState)]
pub fn shuffle_state(input: Ts<Shuffle>) -> Result<Ts<ShuffleState>, JsError> {
    ask(&input, shuffle::state)
}

/// How far the daily deck is.
#[wasm_bindgen(js_name = reshuffleState)]
pub fn reshuffle_state(input: Ts<Reshuffle>) -> Result<Ts<ReshuffleState>, JsError> {
    ask(&input, reshuffle::state)
}

/// The id of the location that a choice of store assigns, or null.
#[wasm_bindgen(js_name = storesAssignedLocation, unchecked_return_type = "string | null")]
pub fn stores_assigned_location(input: Ts<StoreChoice>) -> Result<JsValue, JsError> {
    written(&input, |chosen| stores::assigned_location(chosen).map(ToOwned::to_owned))
}

/// The stores that are offered.
#[wasm_bindgen(js_name = storesVisible, unchecked_return_type = "string[]")]
pub fn stores_visible(input: Ts<StoreList>) -> Result<JsValue, JsError> {
    written(&input, stores::visible)
}
