import type { ComponentType } from 'react';
import {
  type Location,
  type Params,
  type Path,
  matchRoutes as match,
  type RouteObject,
  UNSAFE_createBrowserHistory as createBrowserHistory,
} from 'react-router';
import { keepScroll } from './scroll';

/** How the page came to a screen: by Back, Forward or an address; by a link; or by a link that replaced the previous screen. */
export type Action = 'POP' | 'PUSH' | 'REPLACE';

export interface Route {
  path?: string;
  index?: true;
  /** What the page knows about the screen before its code is loaded. */
  handle?: unknown;
  Component?: ComponentType;
  /** Loads the component when the route is first opened. */
  lazy?: (() => Promise<ComponentType>) | undefined;
  /** The path that opens instead. */
  redirect?: (search: string) => string;
  children?: readonly Route[];
}

interface Match {
  params: Params;
  route: Route;
}

/** A navigation that waits until the customer has said whether they want to leave. */
export interface Blocked {
  proceed: () => void;
  reset: () => void;
}

interface Transition {
  currentLocation: Location;
  nextLocation: Location;
}

export type ShouldBlock = (transition: Transition) => boolean;

export interface RouterState {
  /** As in the address bar, with the base path. */
  location: Location;
  matches: readonly Match[];
  action: Action;
  /** Whether the code of the first screen is loaded, or has failed to load. */
  isInitialized: boolean;
  /** Whether the next screen's code is being loaded. Until then the previous screen stays. */
  isLoading: boolean;
  /** Why the code of the screen could not be loaded. */
  failure: { error: unknown } | null;
  blocked: Blocked | null;
}

export interface NavigateOptions {
  replace?: boolean;
  state?: unknown;
}

/** The part of react-router's history that the router needs. */
type History = Pick<ReturnType<typeof createBrowserHistory>, 'location' | 'push' | 'replace' | 'go' | 'listen'>;

/** The routes that `pathname` opens, the outermost first. */
export const matchRoutes = (routes: readonly Route[], pathname: string, basename = '/'): readonly Match[] =>
  (match(routes as unknown as RouteObject[], { pathname }, basename) ?? []) as unknown as Match[];

/** An address without the base path. */
export const belowBase = <Address extends Path>(address: Address, basename: string): Address => ({
  ...address,
  pathname: address.pathname.slice(basename.length) || '/',
});

/** Opens screens. `docs/decisions/router.md` says why this is not React Router's own router. */
export class Router {
  state: RouterState;
  readonly #components = new Map<Route, ComponentType>();
  readonly #followers = new Set<() => void>();
  /** The number of the newest navigation. An older one that is still loading is dropped. */
  #newest = 0;
  #shouldBlock: ShouldBlock | null = null;
  /** Whether the customer has confirmed that they want to leave. */
  #mayLeave = false;
  /** Called at the next Back or Forward, which is our own: it undoes a navigation that waits for the customer's answer. */
  #onUndone: (() => void) | null = null;
  /** The routes whose code is being loaded. */
  readonly #loads = new Map<Route, Promise<void>>();
  /** Stops listening to Back and Forward. */
  readonly dispose: () => void;

  constructor(
    readonly routes: readonly Route[],
    readonly basename: string,
    readonly history: History,
  ) {
    const { location } = history;
    const matches = this.#matchesOf(location);
    const isInitialized = this.#unloaded(matches).length === 0 && !redirectOf(matches);
    this.state = { location, matches, action: 'POP', isInitialized, isLoading: false, failure: null, blocked: null };
    this.dispose = history.listen((next) => this.#pop(next.location, next.delta));
    if (!isInitialized) void this.#open('POP', location);
  }

  componentOf = (route: Route): ComponentType | undefined => route.Component ?? this.#components.get(route);

  /** Opens a path. Resolves when the screen's code is loaded. */
  navigate = async (to: string, options: NavigateOptions = {}): Promise<void> => {
    const location = this.#locate(to, options.state);
    if (this.#isBlocked(location, () => void this.navigate(to, options))) return;
    return this.#open(options.replace ? 'REPLACE' : 'PUSH', location);
  };

  /**
   * The address of a path below the base path, or of a query `?…` at the present path, as the address bar shows it. A path that
   * leads out of the base path (`/../x`) is the base path itself.
   */
  addressOf(to: string): Path {
    const { pathname, search, hash } = new URL(
      to.startsWith('/') ? this.basename + to.replace(/^\/(?=$|[?#])/, '') : to,
      // Only the path of this URL is used.
      `http://page${this.state.location.pathname}`,
    );
    const isInside = pathname === this.basename || pathname.startsWith(`${this.basename}/`);
    return isInside ? { pathname, search, hash } : { pathname: this.basename, search: '', hash: '' };
  }

  /** Calls `follow` after each change of the state. The returned function unsubscribes. */
  subscribe(follow: () => void): () => void {
    this.#followers.add(follow);
    return () => this.#followers.delete(follow);
  }

  /** Calls `should` before each navigation; it replaces the previous one. The returned function removes it. */
  block(should: ShouldBlock): () => void {
    this.#shouldBlock = should;
    return () => {
      if (this.#shouldBlock !== should) return;
      this.#shouldBlock = null;
      if (this.state.blocked) this.#update({ blocked: null });
    };
  }

  #update(changes: Partial<RouterState>): void {
    this.state = { ...this.state, ...changes };
    for (const follow of this.#followers) follow();
  }

  #matchesOf = ({ pathname }: Location) => matchRoutes(this.routes, pathname, this.basename);

  #unloaded = (matches: readonly Match[]) => matches.filter(({ route }) => route.lazy && !this.componentOf(route));

  #locate = (to: string, state: unknown = null): Location => ({
    ...this.addressOf(to),
    state,
    key: Math.random().toString(36).slice(2, 10),
  });

  async #open(action: Action, location: Location): Promise<void> {
    this.#newest += 1;
    const number = this.#newest;
    const matches = this.#matchesOf(location);
    const redirect = redirectOf(matches);
    if (redirect) return this.#open(action === 'PUSH' ? 'PUSH' : 'REPLACE', this.#locate(redirect(location.search)));
    keepScroll(this.state.location);
    let failure: RouterState['failure'] = null;
    const missing = this.#unloaded(matches);
    if (missing.length > 0) {
      this.#update({ isLoading: true });
      try {
        await Promise.all(missing.map(({ route }) => this.#load(route)));
      } catch (error) {
        failure = { error };
      }
      if (number !== this.#newest) return;
    }
    if (action === 'PUSH') this.history.push(location, location.state);
    if (action === 'REPLACE') this.history.replace(location, location.state);
    this.#mayLeave = false;
    this.#update({ location, matches, action, failure, isInitialized: true, isLoading: false, blocked: null });
  }

  /**
   * Loads a route's component. Two navigations to the route wait for the same load. After a failure the next navigation tries
   * again. Some browsers keep the failure until the page is reloaded: there it fails again at once.
   */
  #load(route: Route): Promise<void> | undefined {
    const begun = this.#loads.get(route);
    if (begun || !route.lazy) return begun;
    const load = route
      .lazy()
      .then((component) => void this.#components.set(route, component))
      .finally(() => this.#loads.delete(route));
    this.#loads.set(route, load);
    return load;
  }

  /** Whether the navigation has to wait for the customer's answer. If so, `proceed` continues it. */
  #isBlocked(nextLocation: Location, proceed: () => void): boolean {
    const transition = {
      currentLocation: belowBase(this.state.location, this.basename),
      nextLocation: belowBase(nextLocation, this.basename),
    };
    if (this.#mayLeave || !this.#shouldBlock?.(transition)) return false;
    const reset = () => this.#update({ blocked: null });
    const leave = () => {
      // The question stays until the next screen is loaded, and may be answered twice.
      if (this.state.blocked?.proceed !== leave) return;
      this.#mayLeave = true;
      reset();
      proceed();
    };
    this.#update({ blocked: { proceed: leave, reset } });
    return true;
  }

  /** Follows Back and Forward. */
  #pop(location: Location, delta: number | null): void {
    if (this.#onUndone) return this.#onUndone();
    let isUndone: Promise<void> = Promise.resolve();
    const goOn = () => void isUndone.then(() => this.history.go(delta ?? 0));
    // The place of another page's entry in the history is unknown, so the navigation cannot be undone.
    if (delta === null || !this.#isBlocked(location, goOn)) return void this.#open('POP', location);
    isUndone = new Promise((resolve) => {
      this.#onUndone = () => {
        this.#onUndone = null;
        resolve();
      };
    });
    this.history.go(-delta);
  }
}

const redirectOf = (matches: readonly Match[]) => matches.at(-1)?.route.redirect;

export const createBrowserRouter = (routes: readonly Route[], basename: string): Router =>
  new Router(routes, basename, createBrowserHistory());
