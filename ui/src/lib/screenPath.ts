import { basePath } from '~/paths';
import { belowBase } from './router/router';

/** The path of the open screen, with its query, below the base path. */
export function screenPath(): string {
  const { pathname, search } = window.location;
  return belowBase({ pathname, search, hash: '' }, basePath).pathname + search;
}
