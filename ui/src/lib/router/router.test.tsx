import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentType } from 'react';
import { Link } from './Link';
import { Navigate } from './Navigate';
import { Outlet } from './Outlet';
import { RouterProvider } from './RouterProvider';
import {
  useBlocker,
  useHandles,
  useIsNavigating,
  useLocation,
  useNavigationType,
  useParams,
  useSearchParams,
} from './hooks';
import { createBrowserRouter, type Route, type Router } from './router';
import { useScrollPosition } from './useScrollPosition';

function Frame() {
  useScrollPosition();
  const { pathname, search, state } = useLocation();
  const isNavigating = useIsNavigating();
  const handles = useHandles().filter(Boolean).join();
  return (
    <>
      <p data-testid="place">{`${pathname}${search} ${JSON.stringify(state)} ${useNavigationType()} ${handles}`}</p>
      {isNavigating ? <p role="status">Loading</p> : null}
      <Outlet />
    </>
  );
}

const place = () => screen.getByTestId('place').textContent;
const heading = () => screen.getByRole('heading').textContent;
const titled = (text: string) => () => <h1>{text}</h1>;
const Failed = ({ error }: { error: unknown }) => <h1>{`Failed: ${(error as Error).message}`}</h1>;

function Home() {
  const [query, setQuery] = useSearchParams();
  return (
    <>
      <h1>Home</h1>
      <p>{`Seeks ${query.get('q')}`}</p>
      <button type="button" onClick={() => setQuery(new URLSearchParams({ q: 'wool' }), { replace: true })}>
        Seek
      </button>
      <button type="button" onClick={() => setQuery(new URLSearchParams())}>
        Seek nothing
      </button>
      <Link to="/">Home</Link>
      <Link to="/boxes/7" state={{ from: 'home' }}>
        Box 7
      </Link>
      <Link to="https://bank.example/confirm/1">Bank</Link>
      <Link to="/boxes/7" target="_blank">
        Box 7 in another tab
      </Link>
    </>
  );
}

const Box = () => <h1>{`Box ${useParams()['id']}`}</h1>;

/** Unsaved: asks before it is left, except for sign-in. */
function Form() {
  const blocked = useBlocker(({ nextLocation }) => nextLocation.pathname !== '/login');
  return (
    <>
      <h1>Form</h1>
      <Link to="/boxes/7">Box 7</Link>
      {blocked ? (
        <>
          <button type="button" onClick={blocked.proceed}>
            Leave
          </button>
          <button type="button" onClick={blocked.reset}>
            Stay
          </button>
        </>
      ) : null}
    </>
  );
}

function later() {
  let resolve: (screen: ComponentType) => void = () => undefined;
  let reject: (reason: Error) => void = () => undefined;
  const lazy = jest.fn(
    () =>
      new Promise<ComponentType>((...settle) => {
        [resolve, reject] = settle;
      }),
  );
  return { lazy, arrive: (Shown: ComponentType) => resolve(Shown), fail: (reason: Error) => reject(reason) };
}

const opened: Router[] = [];
afterEach(() => {
  for (const router of opened.splice(0)) router.dispose();
});

function open(path: string, more: readonly Route[] = [], kept: object | null = null) {
  window.history.replaceState(kept, '', `/members${path}`);
  const children: Route[] = [
    { index: true, Component: Home },
    { path: '/boxes/:id', handle: 'box', Component: Box },
    { path: '/form', Component: Form },
    { path: '/login', Component: titled('Sign in') },
    { path: '/old', redirect: (search) => `/boxes/1${search}` },
    { path: '/leads', Component: () => <Navigate to="/boxes/2" replace state={{ led: true }} /> },
    { path: '*', Component: titled('Anything else') },
    ...more,
  ];
  const router = createBrowserRouter([{ Component: Frame, children }], '/members');
  opened.push(router);
  render(<RouterProvider router={router} FirstLoad={titled('First load')} Failed={Failed} />);
  return { router, user: userEvent.setup(), go: (to: string) => act(() => router.navigate(to)) };
}

const back = async () => {
  const popped = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }));
  await act(async () => {
    window.history.back();
    await popped;
  });
};

test('a path opens its screen, below the base path', () => {
  open('/boxes/5?from=mail');
  expect(heading()).toBe('Box 5');
  expect(place()).toBe('/boxes/5?from=mail null POP box');
});

test('an unknown path opens the fallback route', () => {
  open('/nowhere');
  expect(heading()).toBe('Anything else');
});

describe('a link', () => {
  test('opens its screen with its state, and Back leads back', async () => {
    const { user } = open('/');
    await user.click(screen.getByRole('link', { name: 'Box 7' }));
    expect(place()).toBe('/boxes/7 {"from":"home"} PUSH box');
    expect(window.location.pathname).toBe('/members/boxes/7');
    await back();
    expect(place()).toBe('/ null POP ');
  });

  test('to the screen itself adds nothing to the history', async () => {
    const { user } = open('/');
    const { length } = window.history;
    await user.click(screen.getByRole('link', { name: 'Home' }));
    expect(place()).toBe('/ null REPLACE ');
    expect(window.history).toHaveLength(length);
  });

  test.each(['{Control>}', '{Meta>}', '{Shift>}', '{Alt>}'])('with %s is left to the browser', async (key) => {
    const { user } = open('/');
    await user.keyboard(key);
    await user.click(screen.getByRole('link', { name: 'Box 7' }));
    expect(heading()).toBe('Home');
  });

  test('to another site is left to the browser', () => {
    open('/');
    const link = screen.getByRole('link', { name: 'Bank' });
    expect(link).toHaveAttribute('href', 'https://bank.example/confirm/1');
    let isFollowed = true;
    // After the page's handlers.
    const see = (event: Event) => {
      isFollowed = event.defaultPrevented;
      event.preventDefault();
    };
    document.addEventListener('click', see, { once: true });
    link.click();
    expect(isFollowed).toBe(false);
  });

  test('to another tab is left to the browser', async () => {
    const { user } = open('/');
    await user.click(screen.getByRole('link', { name: 'Box 7 in another tab' }));
    expect(heading()).toBe('Home');
  });
});

test('a path with a blank or an umlaut is encoded as in the address bar', async () => {
  const { router, go } = open('/');
  await go('/boxes/a box?of=Ünal#top');
  expect(heading()).toBe('Box a box');
  const { pathname, search, hash } = window.location;
  expect([pathname, search, hash]).toEqual(['/members/boxes/a%20box', '?of=%C3%9Cnal', '#top']);
  expect(router.state.location).toMatchObject({ pathname, search, hash });
});

test.each(['/boxes/%E0%A4%A', '/boxes/%', '//boxes', '/boxes/7/../..//'])(
  'the malformed path %s opens a screen',
  async (path) => {
    jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    const { go } = open('/');
    await go(path);
    expect(screen.getByRole('heading', { level: 1 })).toBeVisible();
    expect(window.location.pathname).toMatch(/^\/members/);
    jest.restoreAllMocks();
  },
);

test.each(['/../x', '/%2e%2e/x', '/boxes/../../x?of=Ann#top'])(
  'the path %s, which leads out of the page, opens its start',
  async (path) => {
    const { router, go } = open('/login');
    await go(path);
    expect(heading()).toBe('Home');
    expect(window.location.pathname).toBe('/members');
    expect(router.state.location).toMatchObject({ pathname: '/members', search: '', hash: '' });
  },
);

test('a disposed router ignores Back and Forward', async () => {
  const { router, go } = open('/');
  await go('/login');
  router.dispose();
  await back();
  expect(heading()).toBe('Sign in');
});

test('the query can change while the path stays', async () => {
  const { user } = open('/?q=silk');
  expect(screen.getByText('Seeks silk')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Seek' }));
  expect(place()).toBe('/?q=wool null REPLACE ');
  await user.click(screen.getByRole('button', { name: 'Seek nothing' }));
  expect(place()).toBe('/ null PUSH ');
});

test('a screen can navigate to another one', async () => {
  open('/leads');
  await waitFor(() => expect(place()).toBe('/boxes/2 {"led":true} REPLACE box'));
});

describe('a redirect', () => {
  test('replaces the opened address, and keeps its query', async () => {
    open('/old?code=A');
    await waitFor(() => expect(place()).toBe('/boxes/1?code=A null REPLACE box'));
  });

  test('by a link, Back leads to the screen before', async () => {
    const { go } = open('/');
    await go('/old');
    expect(place()).toBe('/boxes/1 null PUSH box');
    await back();
    expect(heading()).toBe('Home');
  });
});

describe('a screen whose code comes later', () => {
  test('keeps the previous screen until it is loaded', async () => {
    const { lazy, arrive } = later();
    const { router } = open('/', [{ path: '/late', lazy }]);
    let isThere = false;
    await act(async () => void router.navigate('/late').then(() => (isThere = true)));
    expect([heading(), window.location.pathname, isThere]).toEqual(['Home', '/members/', false]);
    expect(screen.getByRole('status')).toBeVisible();
    await act(async () => arrive(titled('Late')));
    expect([heading(), window.location.pathname, isThere]).toEqual(['Late', '/members/late', true]);
    expect(screen.queryByRole('status')).toBeNull();
    // The code is loaded once.
    await act(() => router.navigate('/login'));
    await act(() => router.navigate('/late'));
    expect([heading(), lazy.mock.calls.length]).toEqual(['Late', 1]);
  });

  test('is not shown if the customer has gone elsewhere meanwhile', async () => {
    const { lazy, arrive } = later();
    const { router, go } = open('/', [{ path: '/late', lazy }]);
    await act(async () => void router.navigate('/late'));
    await go('/login');
    await act(async () => arrive(titled('Late')));
    expect([heading(), window.location.pathname]).toEqual(['Sign in', '/members/login']);
  });

  test('is loaded once, and adds one entry to the history, however often its link is pressed', async () => {
    const { lazy, arrive } = later();
    const { router } = open('/', [{ path: '/late', lazy }]);
    const { length } = window.history;
    await act(async () => {
      void router.navigate('/late');
      void router.navigate('/late');
    });
    await act(async () => arrive(titled('Late')));
    expect(heading()).toBe('Late');
    expect([lazy.mock.calls.length, window.history.length - length]).toEqual([1, 1]);
  });

  test('is loaded again by the next navigation if it could not be loaded', async () => {
    const { lazy, arrive, fail } = later();
    const { router, go } = open('/', [{ path: '/late', lazy }]);
    await act(async () => void router.navigate('/late'));
    await act(async () => fail(new Error('no code')));
    await go('/login');
    await act(async () => void router.navigate('/late'));
    await act(async () => arrive(titled('Late')));
    expect([heading(), lazy.mock.calls.length]).toEqual(['Late', 2]);
  });

  test('shows no failure on the screen to which the customer has gone meanwhile', async () => {
    const { lazy, fail } = later();
    const { router, go } = open('/', [{ path: '/late', lazy }]);
    await act(async () => void router.navigate('/late'));
    await go('/login');
    await act(async () => fail(new Error('no code')));
    expect([heading(), window.location.pathname]).toEqual(['Sign in', '/members/login']);
  });

  test('shows a placeholder if it is the first screen', async () => {
    const { lazy, arrive } = later();
    open('/late', [{ path: '/late', lazy }]);
    expect(heading()).toBe('First load');
    await act(async () => arrive(titled('Late')));
    expect(heading()).toBe('Late');
  });

  test('shows a failure until the next navigation if it cannot be loaded', async () => {
    const { lazy, fail } = later();
    const { router, go } = open('/', [{ path: '/late', lazy }]);
    await act(async () => void router.navigate('/late'));
    await act(async () => fail(new Error('no code')));
    expect([heading(), window.location.pathname]).toEqual(['Failed: no code', '/members/late']);
    await go('/login');
    expect(heading()).toBe('Sign in');
  });
});

test('an error that a screen throws is shown until the next navigation', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const Broken = () => {
    throw new Error('broken');
  };
  const { go } = open('/', [{ path: '/broken', Component: Broken }]);
  await go('/broken');
  expect(heading()).toBe('Failed: broken');
  await go('/login');
  expect(heading()).toBe('Sign in');
  jest.restoreAllMocks();
});

describe('a screen that asks before it is left', () => {
  const answer = (user: ReturnType<typeof userEvent.setup>, name: string) =>
    user.click(screen.getByRole('button', { name }));

  test('by a link: stays, or leaves', async () => {
    const { user } = open('/form');
    await user.click(screen.getByRole('link', { name: 'Box 7' }));
    expect([heading(), window.location.pathname]).toEqual(['Form', '/members/form']);
    await answer(user, 'Stay');
    expect(screen.queryByRole('button', { name: 'Leave' })).toBeNull();
    await user.click(screen.getByRole('link', { name: 'Box 7' }));
    await answer(user, 'Leave');
    expect(heading()).toBe('Box 7');
  });

  test('by Back: the address stays the form’s until the customer leaves', async () => {
    const { user, go } = open('/');
    await go('/boxes/3');
    await go('/form');
    await back();
    await waitFor(() => expect(window.location.pathname).toBe('/members/form'));
    expect(heading()).toBe('Form');
    await answer(user, 'Stay');
    await back();
    await answer(user, 'Leave');
    await waitFor(() => expect(heading()).toBe('Box 3'));
    expect(window.location.pathname).toBe('/members/boxes/3');
    // The answer counted only once.
    await go('/form');
    expect(heading()).toBe('Form');
    await go('/boxes/9');
    expect(heading()).toBe('Form');
    await answer(user, 'Leave');
    expect(heading()).toBe('Box 9');
  });

  test('is left once, however often the answer is given', async () => {
    const { user } = open('/form');
    const entries = window.history.length;
    await user.click(screen.getByRole('link', { name: 'Box 7' }));
    const leave = await screen.findByRole('button', { name: 'Leave' });
    await act(async () => {
      leave.click();
      leave.click();
    });
    expect([heading(), window.history.length - entries]).toEqual(['Box 7', 1]);
  });
});

describe('the scroll position', () => {
  let scrolledTo: jest.SpyInstance;
  const standAt = (y: number) => Object.defineProperty(window, 'scrollY', { value: y, configurable: true });
  beforeEach(() => {
    sessionStorage.clear();
    standAt(0);
    scrolledTo = jest.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
  });
  afterEach(() => {
    standAt(0);
    scrolledTo.mockRestore();
  });

  test('is the top on a new screen, and restored by Back', async () => {
    const { go } = open('/boxes/4');
    scrolledTo.mockClear();
    standAt(640);
    await go('/login');
    expect(scrolledTo.mock.calls).toEqual([[0, 0]]);
    await back();
    expect(scrolledTo).toHaveBeenLastCalledWith(0, 640);
  });

  test('stays if the page was scrolled before its code ran', () => {
    standAt(250);
    open('/boxes/4');
    expect(scrolledTo).not.toHaveBeenCalled();
  });

  test('is stored for a reload', () => {
    open('/boxes/4');
    standAt(320);
    act(() => void window.dispatchEvent(new Event('pagehide')));
    expect(JSON.parse(sessionStorage.getItem('stylebox.scroll') ?? '')).toMatchObject({ default: 320 });
    expect(window.history.scrollRestoration).toBe('auto');
  });

  test('is restored after a reload', () => {
    sessionStorage.setItem('stylebox.scroll', '{"kept":410}');
    open('/boxes/4', [], { usr: null, key: 'kept', idx: 3 });
    expect(scrolledTo.mock.calls).toEqual([[0, 410]]);
  });

  test('is the top if the stored one cannot be read', async () => {
    sessionStorage.setItem('stylebox.scroll', '{');
    const { go } = open('/boxes/4', [], { usr: null, key: 'unreadable', idx: 3 });
    await go('/login');
    expect(scrolledTo.mock.calls).toEqual([[0, 0]]);
  });
});
