//! The architecture of the source: layers import only downwards, imports have no cycle, and only the upper layers know HTTP.
//!
//! The imports are read from the source as it is written: `use` trees, and paths that begin with `crate` or `super`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// A module's path below the crate: `service`, `account`, `mfa`.
type Module = Vec<String>;

/// The layers, the upper ones first. A layer imports itself and those below it.
const LAYERS: &[&[&str]] = &[
    &["main", "commands", "cli", "app"],
    &["api", "ops"],
    &["http"],
    &["jobs"],
    &["fulfilment"],
    &["service"],
    // What a call needs besides its own area. Sessions, rate limits and idempotency keys are in the store.
    &["state", "providers", "store", "platform", "data"],
];

/// The modules that may know HTTP. Below them a refusal is a value without a status.
const HTTP: &[&str] = &["main", "commands", "cli", "app", "api", "ops", "http"];

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// The modules, and the source of each without comments and without its tests.
fn modules() -> BTreeMap<Module, String> {
    let mut found = BTreeMap::new();
    collect(&source(), &mut found);
    found
}

fn collect(folder: &Path, found: &mut BTreeMap<Module, String>) {
    for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if path.is_dir() {
            collect(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let below = path.strip_prefix(source()).unwrap().with_extension("");
            let mut module: Module = below.iter().map(|part| part.to_str().unwrap().to_owned()).collect();
            if module.last().is_some_and(|name| name == "mod") || module == ["lib"] {
                module.pop();
            }
            found.insert(module, code_of(&fs::read_to_string(&path).unwrap()));
        }
    }
}

/// The source without comments, and up to its tests.
fn code_of(source: &str) -> String {
    let lines = source.lines().take_while(|line| !line.starts_with("#[cfg(test)]"));
    lines.map(|line| line.split("//").next().unwrap_or_default()).collect::<Vec<_>>().join("\n")
}

/// The paths that a source names: the leaves of its `use` trees, and the paths in its code. What a folder's module hands out by
/// `pub use` is not its own need.
fn paths(code: &str) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    let mut body = String::new();
    let mut rest = code;
    while let Some((before, tree)) = rest.split_once("use ") {
        let (tree, after) = tree.split_once(';').unwrap_or((tree, ""));
        if !before.ends_with("pub ") {
            leaves(tree, &[], &mut found);
        }
        body.push_str(before);
        rest = after;
    }
    body.push_str(rest);
    let is_of_a_path = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == ':';
    let words = body.split(|letter| !is_of_a_path(letter)).filter(|word| word.contains("::"));
    found.extend(words.map(|word| word.split("::").map(ToOwned::to_owned).collect()));
    found
}

fn leaves(tree: &str, prefix: &[String], found: &mut Vec<Vec<String>>) {
    let tree = tree.trim();
    let Some((head, branches)) = tree.split_once('{') else {
        let path = tree.split(" as ").next().unwrap_or_default();
        let names = path.split("::").map(|name| name.trim().to_owned());
        found.push(prefix.iter().cloned().chain(names).collect());
        return;
    };
    let head = head.trim().trim_end_matches("::");
    let names = head.split("::").filter(|name| !name.is_empty()).map(ToOwned::to_owned);
    let prefix: Vec<String> = prefix.iter().cloned().chain(names).collect();
    let inside = branches.rsplit_once('}').map_or(branches, |(inside, _)| inside);
    let mut depth = 0;
    let mut start = 0;
    for (place, sign) in inside.char_indices() {
        match sign {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                leaves(&inside[start..place], &prefix, found);
                start = place + 1;
            }
            _ => {}
        }
    }
    if !inside[start..].trim().is_empty() {
        leaves(&inside[start..], &prefix, found);
    }
}

fn child(module: &Module, name: &str) -> Module {
    module.iter().cloned().chain([name.to_owned()]).collect()
}

/// The modules that a module imports.
fn imports(module: &Module, code: &str, modules: &BTreeMap<Module, String>) -> BTreeSet<Module> {
    let mut found = BTreeSet::new();
    for path in paths(code) {
        let mut names = path.as_slice();
        let mut target = match names.first().map(String::as_str) {
            Some("crate") => Vec::new(),
            Some("super" | "self") => module.clone(),
            Some(name) if modules.contains_key(&child(module, name)) => module.clone(),
            _ => continue,
        };
        while let Some((first, others)) = names.split_first() {
            match first.as_str() {
                "crate" | "self" => {}
                "super" => drop(target.pop()),
                name => target.push(name.to_owned()),
            }
            names = others;
        }
        while !target.is_empty() && !modules.contains_key(&target) {
            target.pop();
        }
        if !target.is_empty() && target != *module {
            found.insert(target);
        }
    }
    found
}

fn all_imports() -> BTreeMap<Module, BTreeSet<Module>> {
    let modules = modules();
    modules.iter().map(|(module, code)| (module.clone(), imports(module, code, &modules))).collect()
}

fn shown(module: &Module) -> String {
    module.join("::")
}

/// A path from a module back to itself, if there is one.
fn circle(from: &Module, imports: &BTreeMap<Module, BTreeSet<Module>>) -> Option<Vec<Module>> {
    let mut ways = vec![vec![from.clone()]];
    let mut seen = BTreeSet::new();
    while let Some(way) = ways.pop() {
        for next in imports.get(way.last()?).into_iter().flatten() {
            if next == from {
                return Some(way);
            }
            // The file of a folder hands its modules out, and imports none of their contents.
            if seen.insert(next.clone()) {
                ways.push(way.iter().chain([next]).cloned().collect());
            }
        }
    }
    None
}

#[test]
fn the_imports_have_no_circle() {
    let imports = all_imports();
    assert!(imports.len() > 150 && imports.values().map(BTreeSet::len).sum::<usize>() > 800, "imports are not read");
    let circles: Vec<String> = imports
        .keys()
        .filter_map(|module| circle(module, &imports))
        .map(|way| way.iter().map(shown).collect::<Vec<_>>().join(" -> "))
        .collect();
    assert!(circles.is_empty(), "these import each other in a circle:\n{}", circles.join("\n"));
}

#[test]
fn a_layer_imports_none_above_it() {
    let layer_of = |module: &Module| {
        let top = module.first().map(String::as_str).unwrap_or_default();
        LAYERS.iter().position(|layer| layer.contains(&top)).unwrap_or_else(|| panic!("{top} is in no layer"))
    };
    let imports = all_imports();
    let upward: Vec<String> = imports
        .iter()
        .filter(|(module, _)| !module.is_empty())
        .flat_map(|(module, targets)| targets.iter().map(move |target| (module, target)))
        .filter(|(module, target)| layer_of(target) < layer_of(module))
        .map(|(module, target)| format!("{} imports {}", shown(module), shown(target)))
        .collect();
    assert!(upward.is_empty(), "these look up:\n{}", upward.join("\n"));
}

#[test]
fn only_the_upper_layers_look_at_http() {
    let uses_http = |code: &str| code.contains("axum") || code.contains("StatusCode") || code.contains("crate::http");
    let below: Vec<String> = modules()
        .iter()
        .filter(|(module, _)| module.first().is_some_and(|top| !HTTP.contains(&top.as_str())))
        .filter(|(_, code)| uses_http(code))
        .map(|(module, _)| shown(module))
        .collect();
    assert!(below.is_empty(), "these look at HTTP: {below:?}");
}
