# The verbs of this repository. Without `just` on the machine: `npx --yes rust-just VERB`.

set positional-arguments

# Lists the verbs.
default:
    @just --list

# Installs what is missing, builds everything and serves http://localhost:8080/members/ with demo data.
run *ARGS:
    @node scripts/run.mjs "$@"

# Like `run`, with the page served by Vite on http://localhost:5173/members/: changes show at once.
dev *ARGS:
    @node scripts/run.mjs --dev "$@"

# Installs what is missing and runs every check and every test; ends with a summary.
test *ARGS:
    @node scripts/test.mjs "$@"

# Checks formats and lints alone. Clippy does that while all targets are compiled.
check:
    @node scripts/test.mjs checks

# Formats everything.
format:
    cargo fmt --all
    npm --prefix ui run --silent format

# Runs golden fixtures: `just fixtures [DIR] [--engine native|wasm|http|all] [--url URL] [--report FILE.html]`.
[no-cd]
fixtures *ARGS:
    @node {{ quote(justfile_directory() / "scripts/fixtures.mjs") }} "$@"

# Calls the API by its own description, with schemathesis, for a minute: no undocumented answer, no 5xx. Calls: target/fuzz.
fuzz:
    @node scripts/fuzz.mjs

# Lists all rules: the file of each, its sections, its golden cases, its callers. `just trace checkout` or `just trace spec B 3`: the rules with that word in their id, or of that section, with fixtures and routes. `--json` for programs. `just trace --texts [core|page|emails|ops|server] [WORD]`: every text that people read, and its place in the code.
trace *ARGS:
    @node scripts/trace.mjs "$@"

# Times the rules, compared with zod, valibot, yup, date-fns and decimal.js; `just bench connections`: customers among 10,000 half-sent calls; `just bench wire`: what one more form costs in the browser; `just bench server [--help]`: calls, jobs and ops commands; `just bench page`: a first visit on a phone.
bench *ARGS:
    @node scripts/bench.mjs "$@"

# Makes small errors in core, and checks whether a test notices each: an hour or more. `just mutants --re money` takes less.
mutants *ARGS:
    @node scripts/mutants.mjs "$@"

# Checks licences, sources and known vulnerabilities of dependencies, and lists them in target/sbom.cdx.json. No part of `test`.
audit:
    @node scripts/audit.mjs

# Builds the WebAssembly for the page and for Node.
wasm:
    @node scripts/run.mjs --only wasm

# Writes every kind of email to target/emails, and draws each as a phone shows it by day and in the dark, and as a desk does.
emails:
    @node scripts/emails.mjs

# Runs our clients against servers that others wrote, which are installed in .tools: emails to aiosmtpd, payments by localstripe, photos in s3s-fs, the database behind PgBouncer.
peers:
    @node scripts/peers.mjs

# Breaks shops on purpose, and compares each with a model: `just faults [--shops N] [--seed S] [--engine sqlite|postgres]`; what is done is kept, and an interrupted run goes on. `just faults --steps FILE` repeats a difference; `just faults --kills N` kills real processes.
faults *ARGS:
    @node scripts/faults.mjs "$@"

# Tries the files of deploy/: units, proxies before the built server, alert rules, Compose, Kubernetes, Litestream; `--image`: the Dockerfile's steps, too. No part of `test`.
deploy-check *ARGS:
    @node scripts/deploy_check.mjs "$@"

# Draws the pictures of the starting data and the site's illustrations, all or the given ones.
draw *IDS:
    @node server/data/draw/main.mjs "$@"
