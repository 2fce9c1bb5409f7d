import type { ComponentType } from 'react';
import type { MemoryKey } from '~/lib/memory';

/**
 * The layout of a screen: `entry` for signing in and up, `onboarding` until the first box, `member` for the members' area,
 * `either` for `member` if a customer is signed in, otherwise `entry`, `bare` for none.
 */
export type ScreenLayout = 'bare' | 'entry' | 'either' | 'onboarding' | 'member';

/** A screen of a feature. Its code is loaded when it is first opened. */
export interface Screen {
  /**
   * Below the base path, as react-router reads it: `/quiz/:step`. Here and in the title, a getter asks a rule: the rules may
   * still be loading when the list of screens is made.
   */
  path: string;
  /** The title of the browser's tab, without the product's name. */
  title: string;
  layout: ScreenLayout;
  load: () => Promise<{ default: ComponentType }>;
  /**
   * What the screen offers depends on the customer's record (`account`), or on the record and the orders (`orders`). The
   * screen opens once these are loaded again, because staff, the bank or another tab may have changed them.
   */
  decidesBy?: 'account' | 'orders';
  /** The screen works without a network: its answers are stored, and it does not need the customer's record. */
  worksOffline?: true;
  /**
   * The screen is rendered to HTML when the page is built, so that a visitor sees it before any script is loaded. Its first
   * render must be the same in every browser, so it reads values that only the browser knows with `useBrowserValue`. With one
   * of the query's parameters in `unless`, the screen starts differently and is rendered in the browser. It also starts
   * differently if the tab's memory has one of the keys in `unlessKept`, or if the parameter `onlyWith` is missing from the
   * query and from behind the `#`. Then it stays hidden until React has hydrated it.
   */
  prerendered?: { unless: readonly string[]; unlessKept?: readonly MemoryKey[]; onlyWith?: string };
}

/** A path that redirects. */
export interface Redirect {
  path: string;
  to: string;
}
