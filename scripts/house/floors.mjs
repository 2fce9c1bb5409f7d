/**
 * The floors of core, of the server and of the page, from the top down. A room imports its own floor and those below it. A name is a
 * folder or a file below the part's `src`.
 */

export const CORE = [
  ['rules', 'bin'],
  // The index from codes to words: it knows everything that carries words.
  ['screens/messages'],
  ['screens'],
  ['card', 'returns', 'mail'],
  ['account', 'checkout'],
  ['order', 'payment', 'style'],
  ['subscription'],
  ['delivery'],
  // Texts that no enum has.
  ['messages'],
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
  // They know no SQL: what an embedded default keeps is a trait, which a service implements over the store.
  ['providers'],
  // What the service starts with, read from files alone: embedded providers and services show it, and it shows nobody.
  ['data'],
  // It knows nobody.
  ['platform'],
];

/** What a room of the server does not know, although it lies on no higher floor. */
export const SERVER_STRANGERS = {
  // It takes plain values.
  store: ['settings', 'providers', 'platform/config'],
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

/** Beside the areas, as in core: screens that go over several areas, and values such as a price. */
export const NO_AREAS = ['screens', 'values'];
