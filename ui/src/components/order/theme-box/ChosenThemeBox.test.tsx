import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { ChosenThemeBox } from './ChosenThemeBox';
import { useThemeChoice } from './useThemeChoice';

const Chosen = () => <ChosenThemeBox choice={useThemeChoice()} thanks="Thank you for choosing" />;

test('rendered without a browser, it keeps the room and claims nothing', () => {
  const html = renderToString(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <Chosen />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  expect(html).toContain('Looking up your theme box');
  expect(html).not.toContain('You have not chosen a theme box yet');
});
