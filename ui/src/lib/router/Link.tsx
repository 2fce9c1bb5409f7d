import type { ComponentProps, MouseEvent } from 'react';
import { createPath, type Path } from 'react-router';
import { useRouter } from './contexts';
import { belowBase } from './router';

export interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** A path below the base path, or a whole address of another site. */
  to: string;
  /** Replaces the present screen in the history. */
  replace?: boolean | undefined;
  /** What the next screen finds in `useLocation().state`. */
  state?: unknown;
}

const anotherSite = /^https?:\/\//;

/** A link to a screen. A click with a modifier key or another mouse button is left to the browser. */
export function Link({ to, replace, state, onClick, target, children, ...rest }: LinkProps) {
  const router = useRouter();
  const address = router.addressOf(to);
  const below = (path: Path) => createPath(belowBase(path, router.basename));
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const { button, metaKey, altKey, ctrlKey, shiftKey, defaultPrevented } = event;
    if (defaultPrevented || button !== 0 || metaKey || altKey || ctrlKey || shiftKey) return;
    if ((target !== undefined && target !== '_self') || anotherSite.test(to)) return;
    event.preventDefault();
    // As in a browser, a link to the present screen adds nothing to the history.
    const isHere = below(address) === below(router.state.location);
    void router.navigate(to, { replace: replace ?? isHere, state });
  };
  return (
    <a {...rest} href={anotherSite.test(to) ? to : createPath(address)} target={target} onClick={follow}>
      {children}
    </a>
  );
}
