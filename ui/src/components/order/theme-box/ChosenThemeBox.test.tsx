import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { createMemoryRouter } from '~/lib/router/memoryRouter';
import { RouterProvider } from '~/lib/router/RouterProvider';
import { ChosenThemeBox } from './ChosenThemeBox';
import { useThemeChoice } from './useThemeChoice';

const Nothing = () => null;
const Chosen = () => <ChosenThemeBox choice={useThemeChoice()} thanks="Thank you for choosing" />;

test('the part keeps its space and shows no theme box when the build renders it', () => {
  const router = createMemoryRouter([{ path: '/', Component: Chosen }], '/members', '/members');
  const html = renderToString(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} FirstLoad={Nothing} Failed={Nothing} />
    </QueryClientProvider>,
  );
  expect(html).toContain('Looking up your theme box');
  expect(html).not.toContain('You have not chosen a theme box yet');
});
