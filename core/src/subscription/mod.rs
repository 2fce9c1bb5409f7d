//! The subscription: how often boxes come, and when the next one comes.

mod frequency;
mod next_box;
pub mod one_dollar_code;

pub use frequency::{
    BesideBox, ChangeInput, ChosenFrequency, ConfirmationInput, Frequency, FrequencyChoice, NoneBecause, OwnFrequency,
    PlanInput, SignupChoice, SkipInput, SubscriptionOption, asked_with_box, change, change_needs_confirmation, choose,
    for_signup, label, none_because, options, skip_offered,
};
pub use next_box::{
    NextBox, NextBoxInput, NextBoxNotice, NextBoxStep, NextBoxTiming, NoticeChange, NoticeTerms, next_box_date,
    next_box_timing, notice_stands,
};
