//! `stylebox-bindings WASM bundler|nodejs FOLDER` writes the JavaScript, the types and the WebAssembly of one kind of package.
//!
//! It calls the library of wasm-bindgen's command line tool. That tool, and wasm-pack, which calls it, take two minutes of two
//! processors to compile, most of it for a web server and an HTTP client.

use std::env;
use std::error::Error;
use std::process::ExitCode;
use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    match write(&env::args().skip(1).collect::<Vec<_>>()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn write(args: &[String]) -> Result<(), Box<dyn Error>> {
    let [wasm, target, folder] = args else { return Err("usage: stylebox-bindings WASM bundler|nodejs FOLDER".into()) };
    let mut bindings = Bindgen::new();
    bindings.input_path(wasm).typescript(true);
    match target.as_str() {
        "bundler" => bindings.bundler(true)?,
        "nodejs" => bindings.nodejs(true)?,
        other => return Err(format!("there is no target {other}").into()),
    };
    Ok(bindings.generate(folder)?)
}
