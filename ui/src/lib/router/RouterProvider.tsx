import {
  Component,
  type ComponentType,
  type ReactNode,
  startTransition,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react';
import type { Location } from 'react-router';
import { BlockedContext, LoadingContext, OutletContext, type Place, PlaceContext, RouterContext } from './contexts';
import { belowBase, type Router, type RouterState } from './router';

type Failure = RouterState['failure'];

interface RouterProviderProps {
  router: Router;
  /** Shown until the code of the first screen is there. */
  FirstLoad: ComponentType;
  /** Shown if a screen broke, or if its code could not be loaded. */
  Failed: ComponentType<{ error: unknown }>;
  /** Shown next to the screens once the first one is loaded, even if a screen fails. */
  children?: ReactNode;
}

/** Shows the screen of the address, inside its layouts. */
export function RouterProvider({ router, FirstLoad, Failed, children }: RouterProviderProps) {
  const [state, setState] = useState(router.state);
  useLayoutEffect(() => {
    // In a transition, keys are handled first, and the present screen stays until the next one can be shown.
    const follow = () => startTransition(() => setState(router.state));
    follow();
    return router.subscribe(follow);
  }, [router]);
  const { location, matches, action } = state;
  const place = useMemo<Place>(
    () => ({
      location: belowBase(location, router.basename),
      params: matches.at(-1)?.params ?? {},
      handles: matches.map(({ route }) => route.handle),
      action,
    }),
    [router, location, matches, action],
  );
  const screen = useMemo(
    () =>
      matches.reduceRight<ReactNode>((inner, { route }) => {
        const Shown = router.componentOf(route);
        return <OutletContext value={inner}>{Shown ? <Shown /> : inner}</OutletContext>;
      }, null),
    [router, matches],
  );
  return (
    <RouterContext value={router}>
      <PlaceContext value={place}>
        <LoadingContext value={state.isLoading}>
          <BlockedContext value={state.blocked}>
            {state.isInitialized ? (
              <>
                <Boundary location={location} failure={state.failure} Failed={Failed}>
                  {screen}
                </Boundary>
                {children}
              </>
            ) : (
              <FirstLoad />
            )}
          </BlockedContext>
        </LoadingContext>
      </PlaceContext>
    </RouterContext>
  );
}

interface BoundaryProps {
  location: Location;
  failure: Failure;
  Failed: ComponentType<{ error: unknown }>;
  children: ReactNode;
}

interface BoundaryState {
  failure: Failure;
  location: Location;
}

/** Catches what a screen throws, until the next navigation. */
class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { failure: null, location: this.props.location };

  static getDerivedStateFromError = (error: unknown): Partial<BoundaryState> => ({ failure: { error } });

  static getDerivedStateFromProps = ({ location }: BoundaryProps, state: BoundaryState): BoundaryState | null =>
    state.location === location ? null : { failure: null, location };

  override render() {
    const { Failed, children } = this.props;
    const failure = this.props.failure ?? this.state.failure;
    return failure ? <Failed error={failure.error} /> : children;
  }
}
