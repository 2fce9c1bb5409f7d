import { UNSAFE_createMemoryHistory as createMemoryHistory } from 'react-router';
import { type Route, Router } from './router';

/** A router without a browser, for the build and for tests. */
export const createMemoryRouter = (routes: readonly Route[], basename: string, path: string): Router =>
  new Router(routes, basename, createMemoryHistory({ initialEntries: [path] }));
