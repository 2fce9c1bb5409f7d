import type { ComponentType } from 'react';

/**
 * The layout of a screen: `entry` for signing in and up, `onboarding` until the first box, `member` for the members' area,
 * `either` for `member` if a customer is signed in and else `entry`, `bare` for none.
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
}

/** A path that redirects. */
export interface Detour {
  path: string;
  to: string;
}
