//! The subscription: how often boxes come, and when the next one does.

mod frequency;
mod next_box;

pub use frequency::{
    ChangeInput, ChosenFrequency, ConfirmationInput, FirstBoxInput, Frequency, FrequencyChoice, SignupChoice,
    SkipInput, SubscriptionOption, Type, change, change_needs_confirmation, choose, first_box, for_signup, label,
    options, skip_offered,
};
pub use next_box::{
    NextBox, NextBoxInput, NextBoxNotice, NextBoxStep, NextBoxTiming, NoticeChange, NoticeTerms, next_box_date,
    next_box_timing, notice_stands,
};
