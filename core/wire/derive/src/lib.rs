//! `#[derive(Input)]` for `stylebox-wire`: how an object becomes a struct.
//!
//! The derived code asks `Fields` for one field after the other, through functions that all structs share. It reads serde's
//! attributes, because the TypeScript types are made from the same ones.

use proc_macro::TokenStream;
use proc_macro2::TokenStream as Tokens;
use quote::quote;
use syn::{Data, DeriveInput, Error, ExprPath, Field, Fields, LitStr, Result, parse_macro_input, spanned::Spanned};

/// Implements `Input`, and `Deserialize` by it, for a struct with named fields.
///
/// Of a field, `#[serde(rename = "…")]` is its name in the object, and `#[serde(deserialize_with = "…")]` names a function
/// from `&Json` that reads it; `#[serde(default)]` says only that it may be absent, which is the same as null here.
#[proc_macro_derive(Input, attributes(serde))]
pub fn derive_input(item: TokenStream) -> TokenStream {
    let item = parse_macro_input!(item as DeriveInput);
    implement(&item).unwrap_or_else(Error::into_compile_error).into()
}

fn implement(item: &DeriveInput) -> Result<Tokens> {
    let name = &item.ident;
    let Data::Struct(data) = &item.data else {
        return Err(Error::new(item.span(), "an input is a struct"));
    };
    let fields = match &data.fields {
        Fields::Named(fields) => &fields.named,
        Fields::Unnamed(_) | Fields::Unit => return Err(Error::new(item.span(), "an input has named fields")),
    };
    let readings = fields.iter().map(reading).collect::<Result<Vec<_>>>()?;
    let binding = if readings.is_empty() { quote!(_fields) } else { quote!(mut fields) };
    Ok(quote! {
        impl ::stylebox_wire::Input for #name {
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
    })
}

/// `name: fields.read("name")`
fn reading(field: &Field) -> Result<Tokens> {
    let name = field.ident.as_ref().ok_or_else(|| Error::new(field.span(), "a field has a name"))?;
    let mut key = name.to_string();
    let mut reader: Option<ExprPath> = None;
    for attribute in field.attrs.iter().filter(|attribute| attribute.path().is_ident("serde")) {
        attribute.parse_nested_meta(|meta| {
            if meta.path.is_ident("rename") {
                key = meta.value()?.parse::<LitStr>()?.value();
            } else if meta.path.is_ident("deserialize_with") {
                reader = Some(meta.value()?.parse::<LitStr>()?.parse()?);
            } else if !meta.path.is_ident("default") {
                return Err(meta.error("`Input` knows default, rename and deserialize_with"));
            }
            Ok(())
        })?;
    }
    Ok(match reader {
        Some(reader) => quote!(#name: fields.read_with(#key, #reader)),
        None => quote!(#name: fields.read(#key)),
    })
}
