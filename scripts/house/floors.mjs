/**
 * The floors (layers) of core, of the server and of the page, from the top down. A room (a module) may import its own floor and
 * those below it. Each name is a folder or a file below `src`.
 */

export const CORE = [
  ['rules', 'bin'],
  // The index from codes to texts. It imports every module that has texts.
  ['screens/messages'],
  ['screens'],
  ['card', 'returns', 'mail', 'shop'],
  ['account', 'checkout'],
  ['order', 'payment', 'style'],
  ['subscription'],
  ['delivery'],
  // Texts that belong to no enum.
  ['messages'],
  ['terms'],
  ['values'],
  ['policy', 'brand', 'version'],
];

export const SERVER = [
  ['main', 'commands', 'cli', 'app'],
  ['api', 'ops'],
  ['http'],
  ['jobs'],
  ['fulfilment'],
  ['service'],
  ['state'],
  ['store'],
  ['settings'],
  // They know no SQL. What an embedded provider stores goes through a trait, which a service implements with the store.
  ['providers'],
  // The data that the service starts with, read from files. Embedded providers and services use it; it imports none of them.
  ['data'],
  // What the store keeps and outside parties take or give: an address, a calculated tax. They know neither the store nor a party.
  ['values'],
  // It imports no other floor.
  ['platform'],
];

/** Modules that a room of the server must not import, although they are on no higher floor. */
export const SERVER_STRANGERS = {
  // The store takes plain values.
  store: ['settings', 'providers', 'platform/config'],
  // Two callers: what both need is below them.
  api: ['ops'],
  ops: ['api'],
};

/** The rooms of the server that may know HTTP. Below them a refusal is a value without a status. */
export const SERVER_HTTP = ['main', 'commands', 'cli', 'app', 'api', 'ops', 'http'];

export const PAGE = [
  ['main'],
  ['app'],
  ['features'],
  ['components'],
  ['api'],
  ['lib', 'styles'],
  ['core', 'paths'],
];

/** The folders of `ui/src/components` that belong to no area. */
export const SHARED_PARTS = ['form', 'feedback', 'layout', 'calendar', 'media'];

/** The files of `ui/src/api` that stand beside the areas' folders, because calls of all areas use them. */
export const SHARED_CALLS = [
  // How a call is made, its types, and what it can fail with.
  'client',
  'calls',
  'errors',
  // What an answer changes in the cache, and how long a secret stays there.
  'setNewer',
  'forgetting',
  // What the customer is told of a call, whichever screen they are on.
  'notices',
  // The server's version and what it offers: the page's first call, and each answer's header.
  'status',
  'newerRules',
];

/** Folders beside the areas, as in core: screens that span several areas, and values such as a price. */
export const NO_AREAS = ['screens', 'values'];

/** The files of the page that may use React's `lazy`, which replaces the whole screen if a part's code does not load. */
export const MAY_USE_LAZY = [
  // It catches the failure, and shows a check of its own instead.
  'components/account/human-check/HumanCheck',
  // They load the code first, and show it only after that.
  'components/account/privacy/PrivacyChoices',
  'components/checkout/offer/ExitOffer',
  // All others use this one.
  'components/feedback/latePart',
];
