//! Stripe Tax: a calculation for each sale, and a transaction from it once it is paid. A transaction and its reversals are created
//! under our reference, which Stripe takes once, and under an idempotency key.

mod answers;
pub mod settings;

use crate::platform::future::BoxFuture;
use crate::providers::common::forgetting::Forgetting;
use crate::providers::common::http_client::{Answer, Call, NoAnswer};
use crate::providers::common::reach::Reach;
use crate::providers::companies::stripe::account::StripeClientSettings;
use crate::providers::companies::stripe::client::Api;
use crate::providers::tax::stripe_tax::settings::StripeTaxSettings;
use crate::providers::tax::taxed_sale::TaxedSale;
use crate::providers::tax::{NotCalculated, NotRecorded, Recorded, TaxRecord, TaxService};
use crate::values::calculated_tax::{CalculatedLine, Calculation};
use answers::{CalculationAnswer, ErrorAnswer, LineItems, TransactionAnswer};
use reqwest::Method;
use std::time::Duration;
use stylebox_core::messages::forgetting::PartyKnowing;

/// The timeout of a call: a customer waits for a calculation.
const TIMEOUT: Duration = Duration::from_secs(10);

#[derive(Debug)]
pub struct StripeTax {
    api: Api,
    settings: StripeTaxSettings,
}

impl StripeTax {
    /// The service at the account of the settings.
    ///
    /// # Errors
    /// A sentence that says why there is none.
    pub fn new(settings: &StripeTaxSettings) -> Result<Self, String> {
        let client = StripeClientSettings { account: settings.account.clone(), timeout: TIMEOUT };
        Ok(Self { api: Api::named("stripe-tax", &client)?, settings: settings.clone() })
    }

    /// The same with another timeout of a call.
    #[must_use]
    pub fn with_timeout(self, timeout: Duration) -> Self {
        Self { api: self.api.with_timeout(timeout), ..self }
    }

    fn call(&self, method: Method, path: &str) -> Call<'_> {
        self.api.call(method, path)
    }

    fn tax_code(&self, category: Option<&str>) -> &str {
        category.and_then(|category| self.settings.category_codes.get(category)).unwrap_or(&self.settings.code)
    }

    /// The fields of a calculation.
    fn fields(&self, sale: &TaxedSale) -> Vec<(String, String)> {
        let mut fields = Fields::default();
        fields.put("currency", "usd");
        for (at, line) in sale.lines.iter().enumerate() {
            fields.put(&format!("line_items[{at}][reference]"), &line.id);
            fields.put(&format!("line_items[{at}][amount]"), &line.amount.to_cents().to_string());
            fields.put(&format!("line_items[{at}][tax_behavior]"), "exclusive");
            fields.put(&format!("line_items[{at}][tax_code]"), self.tax_code(line.category.as_deref()));
        }
        if sale.is_shipped {
            // Shipping is free, but Stripe has to know that the box is shipped.
            fields.put("shipping_cost[amount]", "0");
            fields.put("shipping_cost[tax_behavior]", "exclusive");
            fields.put("shipping_cost[tax_code]", &self.settings.shipping_code);
        }
        let place = &sale.place;
        fields.put("customer_details[address_source]", "shipping");
        fields.put("customer_details[address][line1]", &place.line_1);
        if let Some(line_2) = &place.line_2 {
            fields.put("customer_details[address][line2]", line_2);
        }
        fields.put("customer_details[address][city]", &place.city);
        fields.put("customer_details[address][state]", &place.state);
        fields.put("customer_details[address][postal_code]", &place.postal_code);
        fields.put("customer_details[address][country]", "US");
        fields.put("expand[]", "line_items");
        fields.0
    }

    async fn calculation(&self, sale: &TaxedSale) -> Result<Calculation, NotCalculated> {
        let call = self.call(Method::POST, "/v1/tax/calculations").form(&self.fields(sale));
        let answer = call.send().await.map_err(|_| NotCalculated::Down)?;
        if answer.is_success() {
            let read = answer.json::<CalculationAnswer>().ok().and_then(|answer| answer.of(sale));
            let other = || NotCalculated::Refused("it answered with a calculation of another sale".to_owned());
            return read.ok_or_else(other);
        }
        match refusal(&answer) {
            None => Err(NotCalculated::Down),
            Some(error) if error.is_about_place() => Err(NotCalculated::PlaceUnknown),
            Some(error) => Err(NotCalculated::Refused(error.sentence())),
        }
    }

    async fn create(
        &self,
        path: &str,
        reference: &str,
        fields: Vec<(String, String)>,
    ) -> Result<Recorded, NotRecorded> {
        let key = format!("stylebox-tax-{reference}");
        let mut answer = self.create_under(&key, path, &fields).await?;
        if refusal(&answer).is_some_and(|error| error.is_about_used_key()) {
            // As after a restored backup: the tax of the same sale was calculated anew. Stripe records a reference once, under any key.
            answer = self.create_under(&format!("{key}-anew"), path, &fields).await?;
        }
        if answer.is_success() {
            let transaction: TransactionAnswer = answer.json().map_err(|_| NotRecorded::Unknown)?;
            return if transaction.reference == reference {
                Ok(Recorded::As(transaction.id))
            } else {
                Err(NotRecorded::Refused("it answered with a transaction of another reference".to_owned()))
            };
        }
        match refusal(&answer) {
            None => Err(NotRecorded::Unknown),
            Some(error) if error.is_about_used_reference() => Ok(Recorded::Before),
            Some(error) => Err(NotRecorded::Refused(error.sentence())),
        }
    }

    async fn create_under(&self, key: &str, path: &str, fields: &[(String, String)]) -> Result<Answer, NotRecorded> {
        let call = self.call(Method::POST, path).header("idempotency-key", key).form(fields);
        call.send().await.map_err(|_| NotRecorded::Unknown)
    }

    /// The lines of a transaction, by our references.
    async fn lines_of(&self, transaction: &str) -> Result<LineItems, NotRecorded> {
        let path = format!("/v1/tax/transactions/{transaction}/line_items?limit=100");
        let answer = self.call(Method::GET, &path).send().await.map_err(|_| NotRecorded::Unknown)?;
        match refusal(&answer) {
            Some(error) => Err(NotRecorded::Refused(error.sentence())),
            None if answer.is_success() => answer.json().map_err(|_| NotRecorded::Unknown),
            None => Err(NotRecorded::Unknown),
        }
    }

    async fn reversal(
        &self,
        transaction: &str,
        lines: &[CalculatedLine],
        shipping_tax: i64,
        reference: &str,
    ) -> Result<Vec<(String, String)>, NotRecorded> {
        let known = self.lines_of(transaction).await?;
        let mut fields = Fields::default();
        fields.put("mode", "partial");
        fields.put("original_transaction", transaction);
        fields.put("reference", reference);
        for (at, line) in lines.iter().enumerate() {
            let original = known.id_of(&line.id).ok_or_else(|| {
                NotRecorded::Refused(format!("the transaction {transaction} has no line {}", line.id))
            })?;
            fields.put(&format!("line_items[{at}][original_line_item]"), original);
            fields.put(&format!("line_items[{at}][reference]"), &line.id);
            fields.put(&format!("line_items[{at}][amount]"), &line.amount.saturating_neg().to_string());
            fields.put(&format!("line_items[{at}][amount_tax]"), &line.tax.saturating_neg().to_string());
        }
        if shipping_tax > 0 {
            fields.put("shipping_cost[amount]", "0");
            fields.put("shipping_cost[amount_tax]", &shipping_tax.saturating_neg().to_string());
        }
        Ok(fields.0)
    }

    async fn recorded(&self, reference: &str, record: TaxRecord<'_>) -> Result<Recorded, NotRecorded> {
        let reversals = "/v1/tax/transactions/create_reversal";
        let mut fields = Fields::default();
        match record {
            TaxRecord::Sale { calculation } => {
                fields.put("calculation", calculation);
                fields.put("reference", reference);
                self.create("/v1/tax/transactions/create_from_calculation", reference, fields.0).await
            }
            TaxRecord::WholeReturn { transaction } => {
                fields.put("mode", "full");
                fields.put("original_transaction", transaction);
                fields.put("reference", reference);
                self.create(reversals, reference, fields.0).await
            }
            TaxRecord::Return { transaction, lines, shipping_tax } => {
                let fields = self.reversal(transaction, lines, shipping_tax, reference).await?;
                self.create(reversals, reference, fields).await
            }
        }
    }

    /// Reads the account's tax settings, which says whether its key is taken and Stripe Tax is set up.
    async fn settings_seen(&self) -> Reach {
        match self.call(Method::GET, "/v1/tax/settings").send().await {
            Err(NoAnswer::NotReached | NoAnswer::Unknown) => Reach::NotReachable,
            Ok(answer) => match (refusal(&answer), answer.json::<answers::SettingsAnswer>()) {
                (Some(error), _) => Reach::Refused(error.sentence()),
                (None, Ok(settings)) if answer.is_success() => settings.reach(),
                (None, _) => Reach::NotReachable,
            },
        }
    }
}

/// What Stripe refuses; `None` if it does what was asked for, or has not said what it did.
fn refusal(answer: &Answer) -> Option<ErrorAnswer> {
    // 409: the key is in use by the same call, which has not ended.
    let is_open = answer.is_success() || answer.is_down() || answer.status == 409;
    (!is_open).then(|| answer.json().unwrap_or_else(|_| ErrorAnswer::of_status(answer.status)))
}

/// The fields of a form.
#[derive(Default)]
struct Fields(Vec<(String, String)>);

impl Fields {
    fn put(&mut self, name: &str, value: &str) {
        self.0.push((name.to_owned(), value.to_owned()));
    }
}

impl TaxService for StripeTax {
    fn forgetting(&self) -> Forgetting {
        Forgetting::Keeps(PartyKnowing::StripeTax)
    }

    fn calculate<'a>(&'a self, sale: &'a TaxedSale) -> BoxFuture<'a, Result<Calculation, NotCalculated>> {
        Box::pin(self.calculation(sale))
    }

    fn record<'a>(&'a self, reference: &'a str, record: TaxRecord<'a>) -> BoxFuture<'a, Result<Recorded, NotRecorded>> {
        Box::pin(self.recorded(reference, record))
    }

    fn reach(&self) -> BoxFuture<'_, Reach> {
        Box::pin(self.settings_seen())
    }
}
