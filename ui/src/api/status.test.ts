import { QueryClient } from '@tanstack/react-query';
import { now } from '~/lib/time/clock';
import { serve, statusOf } from '~test/server';
import { statusQuery } from './status';

test('the page takes the time from the server', async () => {
  serve({ 'GET /status': { body: statusOf({ now: '2031-03-01T12:00:00Z' }) } });
  await new QueryClient().fetchQuery(statusQuery);
  expect(Math.abs(Date.parse(now()) - Date.parse('2031-03-01T12:00:00Z'))).toBeLessThan(2000);
});
