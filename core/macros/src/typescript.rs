//! Names of Rust types in TypeScript.

use quote::quote;
use syn::{Error, GenericArgument, PathArguments, Result, Type};

/// The TypeScript type of a value that is handed over as JSON. Errors are thrown, so a `Result` has the type of its value.
pub(crate) fn type_of(rust: &Type) -> Result<String> {
    let unknown = || Error::new_spanned(rust, "this type has no name in TypeScript");
    let path = match rust {
        Type::Path(path) => &path.path,
        Type::Reference(reference) => return type_of(&reference.elem),
        Type::Slice(items) => return Ok(type_of(&items.elem)? + "[]"),
        _ => return Err(unknown()),
    };
    let last = path.segments.last().ok_or_else(unknown)?;
    let PathArguments::AngleBracketed(arguments) = &last.arguments else {
        return Ok(match quote!(#path).to_string().as_str() {
            "bool" => "boolean".to_owned(),
            "String" | "str" => "string".to_owned(),
            "u64" | "u32" | "usize" | "f64" => "number".to_owned(),
            _ => last.ident.to_string(),
        });
    };
    let Some(GenericArgument::Type(inner)) = arguments.args.first() else { return Err(unknown()) };
    let inner = type_of(inner)?;
    match last.ident.to_string().as_str() {
        "Option" => Ok(format!("{inner} | null")),
        "Vec" => Ok(format!("{inner}[]")),
        // `Cow<str>` is a text too, whether it was made at run time or is a constant.
        "Result" | "Cow" => Ok(inner),
        _ => Err(unknown()),
    }
}
