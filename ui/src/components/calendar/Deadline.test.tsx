import { render } from '@testing-library/react';
import { Deadline } from './Deadline';

/** The text of a deadline in a browser with a time zone. */
function textIn(zone: string, deadline: Parameters<typeof Deadline>[0]): string | null {
  const { DateTimeFormat } = Intl;
  const here = jest
    .spyOn(Intl, 'DateTimeFormat')
    .mockImplementation((locales, options) => new DateTimeFormat(locales, { timeZone: zone, ...options }));
  const { textContent } = render(<Deadline {...deadline} />).container;
  here.mockRestore();
  return textContent;
}

test.each([
  ['America/Chicago', 'Tuesday, November 24, 11:59 PM CT'],
  ['America/New_York', 'Tuesday, November 24, 11:59 PM CT (Wednesday, November 25, 12:59 AM your time)'],
  ['America/Los_Angeles', 'Tuesday, November 24, 11:59 PM CT (9:59 PM your time)'],
  ['Europe/Berlin', 'Tuesday, November 24, 11:59 PM CT (Wednesday, November 25, 6:59 AM your time)'],
])('the deadline at the end of a day, in %s', (zone, text) => {
  expect(textIn(zone, { date: '2026-11-24' })).toBe(text);
});

test('a deadline at an instant has the time in summer and in winter', () => {
  expect(textIn('America/Chicago', { date: '2026-11-24', at: '2026-11-24T18:00:00Z' })).toBe(
    'Tuesday, November 24, 12:00 PM CT',
  );
  expect(textIn('America/Denver', { date: '2026-07-10', at: '2026-07-10T17:00:00Z', length: 'short' })).toBe(
    'July 10, 12:00 PM CT (11:00 AM your time)',
  );
});

test('the time element has the instant of the deadline', () => {
  const { container } = render(<Deadline date="2026-07-10" />);
  expect(container.querySelector('time')).toHaveAttribute('datetime', '2026-07-11T04:59:00Z');
});
