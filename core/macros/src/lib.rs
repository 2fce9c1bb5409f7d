//! `rules!`: core's table of rules.

mod row;
mod typescript;

use proc_macro::TokenStream;
use quote::quote;
use row::Row;
use syn::{
    Result,
    parse::{Parse, ParseStream},
    parse_macro_input,
};

struct Table(Vec<Row>);

impl Parse for Table {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let mut rows = Vec::new();
        while !input.is_empty() {
            rows.push(input.parse()?);
        }
        Ok(Self(rows))
    }
}

/// Makes `for_each_rule!(callback)` from the table, which calls the macro `callback` with all rules. Such callbacks make the registry and
/// the browser's functions.
///
/// A row is a rule: what it answers in one line, its id, the sections of the specs that it comes from, and its function with its input
/// and answer.
///
/// ```text
/// /// Whether an order can be cancelled, and by whom.
/// "order.can_cancel", "spec B, sections 1 and 4", order::can_cancel(CancelInput) -> bool;
/// ```
///
/// `server` before the function means that no screen asks the rule. The browser has no function for it, which keeps the WebAssembly
/// small. The registry has all rules.
///
/// ```text
/// /// The total before tax, spread over the items.
/// "invoice.taxed_lines", "spec B, section 9", server checkout::taxed::lines(TaxedInput) -> Result<Vec<TaxedLine>>;
/// ```
///
/// The input of a function is one of these:
///
/// | in the table | the function takes | the browser gives |
/// |---|---|---|
/// | `Type` | `&Type` | one object |
/// | `typed Type` | `&Type` | one object, handed over as joined texts: for a form that is checked at every key stroke |
/// | `name: &str` | `&str` | a text |
/// | `name: Option<&str>` | `&str` | a text; null and undefined are empty |
/// | `name: Json` | `&Json` | any value |
/// | nothing | `&Nothing` | nothing |
///
/// After its input, a function can take the shop's terms, as `terms` in the table and `&ShopTerms` in the function.
///
/// ```text
/// /// The day to check out by.
/// "checkout.due_date", "spec A, section 1", server checkout::try_on_days::due_date(DueDateInput, terms) -> Result<Date>;
/// ```
///
/// `Result<Type>` is the answer of a rule that refuses some well-formed inputs; `Vec<Issue>` is the answer about a form.
///
/// For each rule, `callback` gets:
///
/// ```text
/// {
///     id: "order.can_cancel", sections: "spec B, sections 1 and 4",
///     summary: "Whether an order can be cancelled, and by whom.",
///     asked_by: everyone, export: orderCanCancel order_can_cancel,
///     input: object input "CancelInput", terms: false,
///     answer: plain "boolean",
///     function: "order::can_cancel" $crate::order::can_cancel,
/// }
/// ```
///
/// `everyone` is `server` if only the server asks. `object input "CancelInput"` is the kind of input (`object`, `typed`, `text`,
/// `optional_text`, `json`, `nothing`), the parameter's name and its TypeScript type; `terms: true` says that the function takes the
/// shop's terms too, `terms: false` that it does not; `plain "boolean"` the kind of answer
/// (`plain`, `strict`, `form`) and its TypeScript type.
#[proc_macro]
pub fn rules(table: TokenStream) -> TokenStream {
    let Table(rows) = parse_macro_input!(table);
    let rows = rows.iter().map(Row::for_callback);
    quote! {
        /// Calls a macro with all rules: `for_each_rule!(callback)`.
        #[macro_export]
        macro_rules! for_each_rule {
            ($callback:ident) => {
                $callback! { #(#rows)* }
            };
        }
    }
    .into()
}
