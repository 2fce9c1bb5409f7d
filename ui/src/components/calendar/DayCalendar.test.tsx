import { resetLocalTimeZone, setLocalTimeZone } from '@internationalized/date';
import { render, screen } from '@testing-library/react';
import { DayCalendar } from './DayCalendar';
import { openDays } from './openDays';

const { resolvedOptions } = Intl.DateTimeFormat.prototype;

/** The days that are called today on a device of a zone and a clock, at a moment of the shop. */
function todaysOn(zone: string, deviceClock: string, shopClock: string, value: string | null = null): string[] {
  const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.parse(deviceClock));
  setLocalTimeZone(zone);
  const here = jest.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockImplementation(function (
    this: Intl.DateTimeFormat,
  ) {
    return { ...resolvedOptions.call(this), timeZone: zone };
  });
  const days = { ...openDays('delivery', shopClock, {}), ...(value === null ? {} : { blocked: () => null }) };
  render(<DayCalendar label="The day" days={days} value={value} onChange={() => undefined} meaning="It arrives on" />);
  const names = screen
    .getAllByRole('button', { name: /^Today|selected$/ })
    .map((day) => day.getAttribute('aria-label'));
  here.mockRestore();
  resetLocalTimeZone();
  clock.mockRestore();
  return names.map(String);
}

// The shop is in Chicago: Friday, November 20, from 06:00Z to 06:00Z of the next day.
test.each([
  ['where it is Saturday already', 'Pacific/Auckland', '2026-11-20T15:00:00Z', '2026-11-20T15:00:00Z'],
  ['where it is still Thursday', 'Pacific/Honolulu', '2026-11-20T06:30:00Z', '2026-11-20T06:30:00Z'],
  ['where Friday is the same day', 'America/Denver', '2026-11-20T15:00:00Z', '2026-11-20T15:00:00Z'],
  ['of the same zone whose clock is a day ahead', 'America/Chicago', '2026-11-21T15:00:00Z', '2026-11-20T15:00:00Z'],
  ['of the same zone whose clock is a year behind', 'America/Chicago', '2025-11-20T15:00:00Z', '2026-11-20T15:00:00Z'],
])('on a device %s, today is the day of the shop', (_where, zone, deviceClock, shopClock) => {
  expect(todaysOn(zone, deviceClock, shopClock)).toEqual(['Today, Friday, November 20, 2026']);
});

test('the chosen day is said to be chosen, whether it is the day of the shop or of the device', () => {
  const noon = '2026-11-20T15:00:00Z';
  expect(todaysOn('Pacific/Auckland', noon, noon, '2026-11-20')).toEqual(['Today, Friday, November 20, 2026 selected']);
});

test('the day of the device is a day like any other if it is chosen', () => {
  const noon = '2026-11-20T15:00:00Z';
  expect(todaysOn('Pacific/Auckland', noon, noon, '2026-11-21')).toEqual([
    'Today, Friday, November 20, 2026',
    'Saturday, November 21, 2026 selected',
  ]);
});
