import { createContext, useContext, type ReactNode } from 'react';
import type { Location, Params } from 'react-router';
import type { Action, Blocked, Router } from './router';

/** The screen that is shown. */
export interface Place {
  /** Without the base path. */
  location: Location;
  params: Params;
  /** The handles of the screen's routes, the outermost first. */
  handles: readonly unknown[];
  action: Action;
}

const nowhere: Location = { pathname: '/', search: '', hash: '', state: null, key: 'default' };

export const RouterContext = createContext<Router | null>(null);
export const PlaceContext = createContext<Place>({ location: nowhere, params: {}, handles: [], action: 'POP' });
export const LoadingContext = createContext(false);
export const BlockedContext = createContext<Blocked | null>(null);
export const OutletContext = createContext<ReactNode>(null);

export function useRouter(): Router {
  const router = useContext(RouterContext);
  if (!router) throw new Error('There is no router here.');
  return router;
}
