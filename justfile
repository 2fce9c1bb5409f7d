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

# Format and lints alone.
check:
    @node scripts/test.mjs checks

# Puts everything into the house format.
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

# Lists all rules: where each stands, its sections, its golden cases, its callers. `just trace checkout` or `just trace spec B 3`: the rules with that in their id, or of that section, with fixture and routes. `--json` for programs. `just trace --texts [core|page|mails|ops|server] [WORD]`: every text that people read, and where it stands.
trace *ARGS:
    @node scripts/trace.mjs "$@"

# Times the rules beside zod, valibot, yup, date-fns and decimal.js; `just bench connections`: customers among 10,000 half-sent calls; `just bench wire`: what one more form costs in the browser; `just bench server [--help]`: calls, jobs and ops commands; `just bench page`: a first visit on a phone.
bench *ARGS:
    @node scripts/bench.mjs "$@"

# Makes core wrong in every small way, and looks whether a test notices: an hour or more. `just mutants --re money` is less.
mutants *ARGS:
    @node scripts/mutants.mjs "$@"

# Checks licences, sources and known vulnerabilities of what others wrote, and lists it in target/sbom.cdx.json. No part of `test`.
audit:
    @node scripts/audit.mjs

# Builds the WebAssembly for the page and for Node.
wasm:
    @node scripts/run.mjs --only wasm

# Writes every kind of e-mail to target/letters, and draws each as a phone shows it by day and in the dark, and as a desk does.
letters:
    @node scripts/letters.mjs

# Runs our clients against servers that others wrote, which are installed in .tools: e-mails to aiosmtpd, payments by localstripe, photos in s3s-fs.
peers:
    @node scripts/peers.mjs

# Draws the pictures of the starting data and the site's illustrations, all or the given ones.
draw *IDS:
    @node server/data/draw/main.mjs "$@"
