//! The campaign that a registration comes from (spec A, section 3; the contract: lengths and links).

use crate::{
    values::{
        fields::{self, Filled},
        issue::{Issue, Issues},
        message::Message,
        reading::name::clean_given,
    },
    wire::Input,
};

/// The texts of a registration that nobody types: the page takes them from the link that the visitor followed.
#[derive(Debug, Clone, Default, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct CampaignForm {
    /// The code of the campaign whose link the visitor followed.
    #[serde(default)]
    pub campaign_code: Option<String>,
    /// The address of the page on which the visitor arrived.
    #[serde(default)]
    pub campaign_url: Option<String>,
    /// Which source the registration comes from.
    #[serde(default)]
    pub internal_note: Option<String>,
    /// The blog that the visitor read; it is stored with the first order (`order_form.validate`).
    #[serde(default)]
    pub blog_interest: Option<String>,
}

impl CampaignForm {
    /// The form without invisible characters in its texts (`name.clean`).
    #[must_use]
    pub fn cleaned(self) -> Self {
        Self {
            campaign_code: clean_given(self.campaign_code),
            campaign_url: clean_given(self.campaign_url),
            internal_note: clean_given(self.internal_note),
            blog_interest: clean_given(self.blog_interest),
        }
    }
}

/// Campaign texts that can be stored, and shown to staff and in mails.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Campaign {
    /// The code of the campaign whose link the visitor followed.
    pub code: Option<Filled>,
    /// The address of the page on which the visitor arrived.
    pub url: Option<Filled>,
    /// Which source the registration comes from.
    pub internal_note: Option<Filled>,
    /// The blog that the visitor read.
    pub blog_interest: Option<Filled>,
}

/// Parses the campaign's texts. `campaign_url` is a link, so it may contain `://` and `www.`. Its length and control characters are
/// checked like those of other texts.
///
/// # Errors
/// The first issue of each field.
pub fn parse(form: &CampaignForm) -> Result<Campaign, Vec<Issue>> {
    let mut issues = Issues::default();
    let code = issues.check("campaign_code", given(&form.campaign_code, fields::optional_line));
    let url = issues.check("campaign_url", given(&form.campaign_url, fields::optional_url));
    let internal_note = issues.check("internal_note", given(&form.internal_note, fields::optional_line));
    let blog_interest = issues.check("blog_interest", given(&form.blog_interest, fields::optional_line));
    match (code, url, internal_note, blog_interest) {
        (Some(code), Some(url), Some(internal_note), Some(blog_interest)) => {
            Ok(Campaign { code, url, internal_note, blog_interest })
        }
        _ => Err(issues.into_vec()),
    }
}

fn given(text: &Option<String>, check: fn(&str) -> Result<Option<Filled>, Message>) -> Result<Option<Filled>, Message> {
    text.as_deref().map_or(Ok(None), check)
}

/// `campaign.usable`: a text from the link that the visitor followed, or nothing if it cannot be stored. The visitor did not type it and
/// could not correct it.
#[must_use]
pub fn usable(text: &str) -> Option<&str> {
    fields::optional_line(text).ok().flatten().map(|_| text)
}

/// `campaign.validate`: the first issue of each text.
#[must_use]
pub fn validate(form: &CampaignForm) -> Vec<Issue> {
    parse(form).err().unwrap_or_default()
}
