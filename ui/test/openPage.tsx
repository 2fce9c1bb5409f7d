import { render } from '@testing-library/react';
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event';
import { type ComponentProps, useEffect } from 'react';
import { App } from '~/app/App';
import { makeQueryClient } from '~/app/queryClient';
import { makeRouter } from '~/app/router';
import { basePath } from '~/paths';

/** The page. It disposes of its router when it is unmounted. */
function Page({ client, router }: Pick<ComponentProps<typeof App>, 'client' | 'router'>) {
  useEffect(() => router.dispose, [router]);
  return <App client={client} router={router} />;
}

/** Opens the page at `path`, with the server that `serve` set up. */
export function openPage(path: string, state?: object) {
  // The form in which the router keeps a screen's state.
  window.history.replaceState(state ? { usr: state, key: 'test', idx: 0 } : null, '', `${basePath}${path}`);
  const client = makeQueryClient((to) => void router.navigate(to, { replace: true }));
  const router = makeRouter();
  // Skips the check of `pointer-events`, because the tests have no style sheets.
  const user = userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never });
  const page = render(<Page client={client} router={router} />);
  return {
    ...page,
    user,
    client,
    router,
    path: () => window.location.pathname.slice(basePath.length) + window.location.search,
  };
}
