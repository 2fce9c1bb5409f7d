//! `#[derive(Input)]` and `#[derive(FromTexts)]` for `stylebox-wire`.
//!
//! The derived code reads one field after the other, through functions that all structs share. The derive uses serde's attributes,
//! because the TypeScript types are made from the same ones.

use proc_macro::TokenStream;
use proc_macro2::TokenStream as Tokens;
use quote::quote;
use syn::{
    Data, DeriveInput, Error, ExprPath, Field, Fields, Ident, LitStr, Result, parse_macro_input, spanned::Spanned,
};

/// Implements `Input`, and `Deserialize` through it, for a struct with named fields.
///
/// On a field, `#[serde(rename = "…")]` gives its name in the object, and `#[serde(deserialize_with = "…")]` names a function
/// that reads it from a `&Json`. `#[serde(default)]` means that it may be absent, which is the same as null.
#[proc_macro_derive(Input, attributes(serde))]
pub fn derive_input(item: TokenStream) -> TokenStream {
    derived(&parse_macro_input!(item), input)
}

/// Implements `FromTexts` for a struct with named fields. Its texts come in the order of its fields.
#[proc_macro_derive(FromTexts, attributes(serde))]
pub fn derive_from_texts(item: TokenStream) -> TokenStream {
    derived(&parse_macro_input!(item), from_texts)
}

fn derived(item: &DeriveInput, implement: fn(&Ident, &[NamedField]) -> Tokens) -> TokenStream {
    let fields = fields_of(item);
    fields.map_or_else(Error::into_compile_error, |fields| implement(&item.ident, &fields)).into()
}

/// A field of the struct, and of the object that it is read from.
struct NamedField {
    name: Ident,
    key: String,
    reader: Option<ExprPath>,
}

fn input(name: &Ident, fields: &[NamedField]) -> Tokens {
    let binding = if fields.is_empty() { quote!(_fields) } else { quote!(mut fields) };
    let readings = fields.iter().map(|NamedField { name, key, reader }| match reader {
        Some(reader) => quote!(#name: fields.read_with(#key, #reader)),
        None => quote!(#name: fields.read(#key)),
    });
    quote! {
        impl ::stylebox_wire::Input for #name {
            // Functions that are alike pack well (the README of `stylebox-wire`).
            #[inline(never)]
            fn read_part(json: &::stylebox_wire::Json, first_error: &mut ::stylebox_wire::FirstError) -> Self {
                let #binding = ::stylebox_wire::Fields::of(json, first_error);
                Self { #(#readings),* }
            }
        }

        impl<'de> ::serde::Deserialize<'de> for #name {
            fn deserialize<D: ::serde::Deserializer<'de>>(deserializer: D) -> ::core::result::Result<Self, D::Error> {
                ::stylebox_wire::deserialize(deserializer)
            }
        }
    }
}

fn from_texts(name: &Ident, fields: &[NamedField]) -> Tokens {
    let readings = fields.iter().map(|NamedField { name, key, .. }| quote!(#name: texts.field(#key, first_error)));
    quote! {
        impl ::stylebox_wire::FromTexts for #name {
            fn from_texts(
                texts: &mut ::stylebox_wire::Texts<'_>,
                first_error: &mut ::stylebox_wire::FirstError,
            ) -> Self {
                Self { #(#readings),* }
            }
        }
    }
}

fn fields_of(item: &DeriveInput) -> Result<Vec<NamedField>> {
    let Data::Struct(data) = &item.data else {
        return Err(Error::new(item.span(), "an input is a struct"));
    };
    match &data.fields {
        Fields::Named(fields) => fields.named.iter().map(named_field).collect(),
        Fields::Unnamed(_) | Fields::Unit => Err(Error::new(item.span(), "an input has named fields")),
    }
}

fn named_field(field: &Field) -> Result<NamedField> {
    let name = field.ident.clone().ok_or_else(|| Error::new(field.span(), "a field has a name"))?;
    let mut key = name.to_string();
    let mut reader = None;
    for attribute in field.attrs.iter().filter(|attribute| attribute.path().is_ident("serde")) {
        attribute.parse_nested_meta(|meta| {
            if meta.path.is_ident("rename") {
                key = meta.value()?.parse::<LitStr>()?.value();
            } else if meta.path.is_ident("deserialize_with") {
                reader = Some(meta.value()?.parse::<LitStr>()?.parse()?);
            } else if !meta.path.is_ident("default") {
                return Err(meta.error("only default, rename and deserialize_with are known here"));
            }
            Ok(())
        })?;
    }
    Ok(NamedField { name, key, reader })
}
