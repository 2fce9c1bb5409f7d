//! Parses one row of the table.

use crate::typescript::type_of;
use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::{
    Attribute, Error, Expr, Ident, Lit, LitStr, Meta, Path, Result, Token, Type, parenthesized,
    parse::{Parse, ParseStream},
};

/// A rule, as written in the table.
pub(crate) struct Row {
    summary: String,
    id: LitStr,
    sections: LitStr,
    asked_by: &'static str,
    function: Path,
    input: Input,
    takes_terms: bool,
    answer: Answer,
}

/// The input of a rule's function: its kind, and the parameter's name and TypeScript type.
struct Input {
    kind: &'static str,
    parameter: Ident,
    typescript: String,
}

/// The answer of a rule's function: its kind and TypeScript type.
struct Answer {
    kind: &'static str,
    typescript: String,
}

impl Parse for Row {
    fn parse(row: ParseStream<'_>) -> Result<Self> {
        let attributes = row.call(Attribute::parse_outer)?;
        let id: LitStr = row.parse()?;
        let summary = summary_of(&attributes).ok_or_else(|| Error::new(id.span(), "a rule says what it answers"))?;
        row.parse::<Token![,]>()?;
        let sections = row.parse()?;
        row.parse::<Token![,]>()?;
        let asked_by = asked_by(row)?;
        let function = Path::parse_mod_style(row)?;
        let given;
        parenthesized!(given in row);
        let input = given.parse()?;
        let takes_terms = takes_terms(&given)?;
        row.parse::<Token![->]>()?;
        let answer = row.parse()?;
        row.parse::<Token![;]>()?;
        Ok(Self { summary, id, sections, asked_by, function, input, takes_terms, answer })
    }
}

/// Who asks the rule: a row says `server` before its function if no screen does.
fn asked_by(row: ParseStream<'_>) -> Result<&'static str> {
    if !row.peek2(Ident) {
        return Ok("everyone");
    }
    let word: Ident = row.parse()?;
    if word == "server" {
        Ok("server")
    } else {
        Err(Error::new(word.span(), "before a function there is only `server`"))
    }
}

/// Whether the function takes the shop's terms after its input: the rest of its parameters is `terms`, or nothing.
fn takes_terms(given: ParseStream<'_>) -> Result<bool> {
    if given.peek(Token![,]) {
        given.parse::<Token![,]>()?;
    }
    if given.is_empty() {
        return Ok(false);
    }
    let word: Ident = given.parse()?;
    if word == "terms" && given.is_empty() {
        Ok(true)
    } else {
        Err(Error::new(word.span(), "after the input there is only `terms`"))
    }
}

/// Whether `terms` comes next, and no input before it.
fn begins_with_terms(given: ParseStream<'_>) -> bool {
    given.fork().parse::<Ident>().is_ok_and(|word| word == "terms") && !given.peek2(Token![:])
}

/// The doc comment's lines as one.
fn summary_of(attributes: &[Attribute]) -> Option<String> {
    let lines = attributes.iter().filter_map(|attribute| match &attribute.meta {
        Meta::NameValue(pair) if pair.path.is_ident("doc") => match &pair.value {
            Expr::Lit(literal) => match &literal.lit {
                Lit::Str(text) => Some(text.value().trim().to_owned()),
                _ => None,
            },
            _ => None,
        },
        _ => None,
    });
    let summary = lines.collect::<Vec<_>>().join(" ");
    (!summary.is_empty()).then_some(summary)
}

impl Parse for Input {
    fn parse(given: ParseStream<'_>) -> Result<Self> {
        let named = |name: &str| Ident::new(name, Span::call_site());
        if given.is_empty() || begins_with_terms(given) {
            return Ok(Self { kind: "nothing", parameter: named("nothing"), typescript: String::new() });
        }
        if given.peek2(Token![:]) && !given.peek2(Token![::]) {
            let parameter = given.parse()?;
            given.parse::<Token![:]>()?;
            let plain: Type = given.parse()?;
            let (kind, typescript) = match quote!(#plain).to_string().replace(' ', "").as_str() {
                "&str" => ("text", "string"),
                "Option<&str>" => ("optional_text", "string | null | undefined"),
                "Json" => ("json", "unknown"),
                _ => return Err(Error::new_spanned(plain, "a plain input is &str, Option<&str> or Json")),
            };
            return Ok(Self { kind, parameter, typescript: typescript.to_owned() });
        }
        let first: Type = given.parse()?;
        if given.is_empty() || given.peek(Token![,]) {
            return Ok(Self { kind: "object", parameter: named("input"), typescript: type_of(&first)? });
        }
        if quote!(#first).to_string() != "typed" {
            return Err(Error::new_spanned(first, "this is `Type` or `typed Type`"));
        }
        let form: Type = given.parse()?;
        Ok(Self { kind: "typed", parameter: named("typed"), typescript: type_of(&form)? })
    }
}

impl Parse for Answer {
    fn parse(row: ParseStream<'_>) -> Result<Self> {
        let answer: Type = row.parse()?;
        let written = quote!(#answer).to_string();
        let kind = match () {
            () if written.starts_with("Result <") => "strict",
            () if written == "Vec < Issue >" => "form",
            () => "plain",
        };
        Ok(Self { kind, typescript: type_of(&answer)? })
    }
}

impl Row {
    /// The tokens that `for_each_rule!` hands to its callback for this row.
    pub(crate) fn for_callback(&self) -> TokenStream {
        let Self { summary, id, sections, asked_by, function, input, takes_terms, answer } = self;
        let name = id.value();
        let export = Ident::new(&camel_case(&name), id.span());
        let wrapper = Ident::new(&name.replace('.', "_"), id.span());
        let Input { kind: input_kind, parameter, typescript: input_type } = input;
        let Answer { kind: answer_kind, typescript: answer_type } = answer;
        let [asked_by, input_kind, answer_kind] =
            [asked_by, input_kind, answer_kind].map(|kind| Ident::new(kind, Span::call_site()));
        let path = quote!(#function).to_string().replace(' ', "");
        quote! {
            {
                id: #id, sections: #sections, summary: #summary,
                asked_by: #asked_by, export: #export #wrapper,
                input: #input_kind #parameter #input_type, terms: #takes_terms,
                answer: #answer_kind #answer_type,
                function: #path $crate::#function,
            }
        }
    }
}

/// `delivery_calendar.first_open` → `deliveryCalendarFirstOpen`.
fn camel_case(id: &str) -> String {
    let mut words = id.split(['.', '_']);
    let first = words.next().unwrap_or_default().to_owned();
    words.fold(first, |name, word| {
        let (initial, rest) = word.split_at_checked(1).unwrap_or_default();
        name + &initial.to_uppercase() + rest
    })
}
