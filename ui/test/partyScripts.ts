import { makeTurnstile, type Widget } from '~journeys/human-check/double.mjs';
import type { HumanCheckWidget } from '~/api/schema.gen';
import { statusOf } from './server';

type Kind = HumanCheckWidget['kind'];

/** The status of a server that uses a party's human check. */
export const partyStatus = (kind: Kind) =>
  statusOf({
    human_check: {
      kind,
      site_key: 'a-site-key',
      actions: { sign_in: 'sign_in', register: 'register', forgot_password: 'forgot_password' },
    },
  });

/** How a script's request ends: with the script, with an error, with an empty script, or never. */
export type ScriptFate = 'comes' | 'is blocked' | 'is empty' | 'is late';

export interface ScriptsInTest {
  /** The addresses of the scripts that the page has requested. */
  asked: string[];
  fate: ScriptFate;
  /** The widgets of Turnstile on the page. */
  widgets: Set<Widget>;
  /** The tokens that reCAPTCHA has made, with their actions; and whether it fails. */
  executed: string[];
  fails: boolean;
}

/** Answers the page's requests for scripts. The page loads each script once, and keeps it. */
export function answerScripts(fate: ScriptFate = 'comes'): ScriptsInTest {
  const seen: ScriptsInTest = { asked: [], fate, widgets: new Set(), executed: [], fails: false };
  stop?.disconnect();
  stop = new MutationObserver((changes) => {
    for (const added of changes.flatMap(({ addedNodes }) => [...addedNodes]))
      if (added instanceof HTMLScriptElement) answer(seen, added);
  });
  stop.observe(document.head, { childList: true });
  delete window.turnstile;
  delete window.grecaptcha;
  if (fate === 'comes') install(seen);
  return seen;
}

let stop: MutationObserver | undefined;

function answer(seen: ScriptsInTest, script: HTMLScriptElement): void {
  seen.asked.push(script.src);
  if (seen.fate === 'is late') return;
  script.dispatchEvent(new Event(seen.fate === 'is blocked' ? 'error' : 'load'));
}

/** Both parties' scripts. */
function install(seen: ScriptsInTest): void {
  let tokens = 0;
  window.turnstile = makeTurnstile({
    open: (place, widget) => {
      seen.widgets.add(widget);
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = 'Verify you are human';
      button.addEventListener('click', () => widget.on.pass(`${widget.sitekey} ${widget.action} ${++tokens}`));
      place.append(button);
      return { close: () => void seen.widgets.delete(widget) };
    },
  });
  window.grecaptcha = {
    ready: (then) => then(),
    execute: async (siteKey, { action }) => {
      if (seen.fails) throw new Error('Google cannot be reached.');
      seen.executed.push(action);
      return `${siteKey} ${action} ${seen.executed.length}`;
    },
  };
}
