import type { ComponentType } from 'react';
import type { MemoryKey } from '~/lib/memory';

/**
 * The layout of a screen: `entry` for signing in and up, `onboarding` until the first box, `member` for the members' area,
 * `either` for `member` if a customer is signed in, otherwise `entry`, `bare` for none.
 */
export type Surroundings = 'bare' | 'entry' | 'either' | 'onboarding' | 'member';

/** A screen of a feature. Its code is loaded when it is first opened. */
export interface Screen {
  /** Below the base path, as react-router reads it: `/quiz/:step`. */
  path: string;
  /** The title of the browser's tab, without the product's name. */
  title: string;
  surroundings: Surroundings;
  load: () => Promise<{ default: ComponentType }>;
  /**
   * What the screen offers depends on the customer's record, or on that and the orders: it opens once they are read anew, because
   * staff, the bank or another tab may have changed them.
   */
  decidesBy?: 'account' | 'orders';
  /** The screen works without a network: what is answered on it is kept, and it needs no record of the customer. */
  worksOffline?: true;
  /**
   * The screen is rendered to HTML when the page is built, so that a visitor sees it before any script has come. Its first
   * render must be the same in every browser: what only the browser knows comes by `useBrowserValue`. `unless` names the
   * parameters of the query with which it shows something else from the start; then it is rendered in the browser.
   * `unlessKept` names the keys of the tab's memory with which it does, and `onlyWith` the parameter of the query or behind the `#`
   * without which it does; then it stays unseen until React has taken it over.
   */
  prerendered?: { unless: readonly string[]; unlessKept?: readonly MemoryKey[]; onlyWith?: string };
}

/** A path that redirects. */
export interface Detour {
  path: string;
  to: string;
}
