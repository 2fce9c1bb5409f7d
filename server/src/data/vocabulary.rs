//! What the questionnaire's words mean to a stylist.

use crate::data::questionnaire::Questionnaire;
use crate::data::questions::Question;
use std::collections::HashMap;
use stylebox_core::policy;
use stylebox_core::style::stylists::{self, OfferedQuestion, OfferedQuestions, OfferedStylists};

/// The words of the questionnaire that answers do not hold themselves: a choice's ref for its label, a card's styles. It is made
/// once, when the service starts.
#[derive(Debug, Clone, Default)]
pub struct Vocabulary {
    refs: HashMap<String, HashMap<String, String>>,
    cards: HashMap<String, Vec<String>>,
    stylists: OfferedStylists,
}

impl Vocabulary {
    #[must_use]
    pub fn of(questionnaire: &Questionnaire) -> Self {
        let mut vocabulary = Self::default();
        for question in &questionnaire.questions {
            vocabulary.add(question);
        }
        for card in questionnaire.shuffle.iter().chain(&questionnaire.reshuffle) {
            vocabulary.cards.insert(card.id.clone(), card.styles.clone());
        }
        vocabulary
    }

    fn add(&mut self, question: &Question) {
        let choices = || question.properties.choices.iter().flatten();
        if question.reference == policy::STYLIST_QUESTION {
            let choices = choices().map(|choice| choice.label.clone()).collect();
            let questions = vec![OfferedQuestion { reference: question.reference.clone(), choices }];
            self.stylists = stylists::offered(&OfferedQuestions { questions });
        }
        let refs = choices().map(|choice| (choice.label.clone(), choice.reference.clone())).collect();
        self.refs.insert(question.reference.clone(), refs);
        question.properties.fields.iter().flatten().for_each(|field| self.add(field));
    }

    /// The stylists whom a customer can choose.
    #[must_use]
    pub fn stylists(&self) -> &[String] {
        &self.stylists.names
    }

    /// The stylist whom a customer asks for; `None` if they leave the choice to the shop.
    #[must_use]
    pub fn preferred_stylist(&self, answer: &str) -> Option<String> {
        (Some(answer) != self.stylists.anyone.as_deref()).then(|| answer.to_owned())
    }

    /// The styles that a card of the shuffle shows.
    pub fn styles_of_card(&self, card: &str) -> impl Iterator<Item = &String> {
        self.cards.get(card).into_iter().flatten()
    }

    /// The refs of the labels that were chosen.
    #[must_use]
    pub fn refs(&self, question: &str, labels: &[String]) -> Vec<String> {
        let known = self.refs.get(question);
        labels.iter().filter_map(|label| known?.get(label).cloned()).collect()
    }
}
