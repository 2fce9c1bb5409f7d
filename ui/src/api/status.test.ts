import { QueryClient } from '@tanstack/react-query';
import { now } from '~/lib/time/clock';
import { serve } from '~test/server';
import { statusQuery } from './status';

test('the page takes the time from the server', async () => {
  serve({ 'GET /status': { body: { now: '2031-03-01T12:00:00Z', demo: null, version: '0.1.0' } } });
  await new QueryClient().fetchQuery(statusQuery);
  expect(Math.abs(Date.parse(now()) - Date.parse('2031-03-01T12:00:00Z'))).toBeLessThan(2000);
});
