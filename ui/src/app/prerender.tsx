import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { createMemoryRouter } from 'react-router';
import { rulesVersion } from '~/core';
import { basePath } from '~/paths';
import { App } from './App';
import { makeQueryClient } from './queryClient';
import { loadScreen, routes, screens } from './router';

export { rulesVersion, screens };

/** A public screen as HTML, as a visitor sees it first. The page's build runs this, in Node. */
export async function render(path: string): Promise<string> {
  const at = basePath + path;
  await loadScreen(at);
  const router = createMemoryRouter(routes, { basename: basePath, initialEntries: [at] });
  const client = makeQueryClient(() => undefined);
  return renderToString(
    <StrictMode>
      <App client={client} router={router} />
    </StrictMode>,
  );
}
