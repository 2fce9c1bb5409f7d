// The screens that `just bench page` visits.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SCREENS_KB } from '../../lib/budgets.mjs';
import { ui } from '../../lib/paths.mjs';
import { Refusal } from '../../lib/steps.mjs';

const file = join(ui, 'dist', 'screens', 'screens.json');

/** The paths of the screens that the page's build rendered to HTML. */
export function screenPaths() {
  if (!existsSync(file)) throw new Refusal('The page is not built: run `npm --prefix ui run build`.');
  return Object.keys(JSON.parse(readFileSync(file, 'utf8')).screens);
}

/** A screen that only a link from an email opens is opened with the parts of such a link. Without them it leads to another screen. */
const LINKS = { '/reset_password': '#reset_password_token=0123456789abcdef&email=ann@example.com' };

/** The address of a screen. */
export const addressOf = (url, path) => new URL(`/members${path}${LINKS[path] ?? ''}`, url).href;

/** The paths of the members' screens that a customer can open at any time. */
export const memberPaths = () => Object.keys(SCREENS_KB).filter((path) => MEMBERS.test(path) && !path.includes(':'));

const MEMBERS = /^\/(dashboard|manage|styleprofile|edit-profile|customize|change|orderhistory|refer|account\/(?!confirmation))/;
