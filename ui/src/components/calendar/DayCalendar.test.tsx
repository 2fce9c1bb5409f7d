import { resetLocalTimeZone, setLocalTimeZone } from '@internationalized/date';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { DayCalendar } from './DayCalendar';
import { DayQuestion } from './DayQuestion';
import { openDays } from './openDays';

const { resolvedOptions } = Intl.DateTimeFormat.prototype;

/** The days that the calendar calls today on a device with a time zone and a clock, at an instant of the shop's clock. */
function todaysOn(zone: string, deviceClock: string, shopClock: string, value: string | null = null): string[] {
  const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.parse(deviceClock));
  setLocalTimeZone(zone);
  const here = jest.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockImplementation(function (
    this: Intl.DateTimeFormat,
  ) {
    return { ...resolvedOptions.call(this), timeZone: zone };
  });
  const days = { ...openDays('delivery', shopClock, {}), ...(value === null ? {} : { blocked: () => null }) };
  render(
    <DayCalendar
      label="The day"
      days={days}
      value={value}
      onChange={() => undefined}
      turnedTo={null}
      onTurn={() => undefined}
      meaning="It arrives on"
    />,
  );
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
  ['whose day is already Saturday', 'Pacific/Auckland', '2026-11-20T15:00:00Z', '2026-11-20T15:00:00Z'],
  ['whose day is still Thursday', 'Pacific/Honolulu', '2026-11-20T06:30:00Z', '2026-11-20T06:30:00Z'],
  ['whose day is Friday too', 'America/Denver', '2026-11-20T15:00:00Z', '2026-11-20T15:00:00Z'],
  ['of the same zone whose clock is a day ahead', 'America/Chicago', '2026-11-21T15:00:00Z', '2026-11-20T15:00:00Z'],
  ['of the same zone whose clock is a year behind', 'America/Chicago', '2025-11-20T15:00:00Z', '2026-11-20T15:00:00Z'],
])('on a device %s, today is the shop’s day', (_where, zone, deviceClock, shopClock) => {
  expect(todaysOn(zone, deviceClock, shopClock)).toEqual(['Today, Friday, November 20, 2026']);
});

test('the chosen day is announced as chosen, whether it is the shop’s or the device’s today', () => {
  const noon = '2026-11-20T15:00:00Z';
  expect(todaysOn('Pacific/Auckland', noon, noon, '2026-11-20')).toEqual(['Today, Friday, November 20, 2026 selected']);
});

test('the device’s today is a day like any other if it is chosen', () => {
  const noon = '2026-11-20T15:00:00Z';
  expect(todaysOn('Pacific/Auckland', noon, noon, '2026-11-21')).toEqual([
    'Today, Friday, November 20, 2026',
    'Saturday, November 21, 2026 selected',
  ]);
});

describe('the month that a customer has turned to', () => {
  /** A calendar at an instant. That of a pick-up reaches five months ahead. */
  const question = (now: string, value: string | null = null, stored: string | null = null) => (
    <DayQuestion
      id="day"
      title="The day"
      meaning="It waits on"
      days={openDays('pickup', now, {})}
      stored={stored}
      value={value}
      onChange={() => undefined}
    />
  );
  const month = () =>
    screen
      .getByRole('grid')
      .getAttribute('aria-label')
      ?.replace(/^The day, /, '');
  const turn = (to: 'Next' | 'Previous') => userEvent.click(screen.getByRole('button', { name: `${to} month` }));

  test.each([
    ['a day passes', '2026-11-21T15:00:00Z', 'December 2026'],
    ['the clock of the device was a day ahead', '2026-11-19T15:00:00Z', 'December 2026'],
    ['the earlier month has passed', '2026-12-02T15:00:00Z', 'December 2026'],
    ['it can no longer be shown: the nearest that can', '2027-01-05T15:00:00Z', 'January 2027'],
    ['it cannot be shown yet: the nearest that can', '2026-06-01T15:00:00Z', 'November 2026'],
  ])('stays if %s', async (_, later, expected) => {
    const { rerender } = render(question('2026-11-20T15:00:00Z'));
    expect(month()).toBe('November 2026');
    await turn('Next');
    expect(month()).toBe('December 2026');
    rerender(question(later));
    expect(month()).toBe(expected);
  });

  test.each([
    ['today’s, if it has a day that can be chosen', '2026-11-20T15:00:00Z', 'November 2026'],
    ['the next one, if its last day is too near', '2026-11-30T22:00:00Z', 'December 2026'],
  ])('is at first %s', (_, now, expected) => {
    render(question(now));
    expect(month()).toBe(expected);
  });

  test('stays if another day is proposed', async () => {
    const { rerender } = render(question('2026-11-20T15:00:00Z', '2026-11-24'));
    await turn('Next');
    rerender(question('2026-11-21T15:00:00Z', '2026-11-25'));
    expect(month()).toBe('December 2026');
  });

  test('is replaced by the proposed day’s month if the customer turned back, or if the chosen day closes', async () => {
    const { rerender, unmount } = render(question('2026-11-30T15:00:00Z'));
    await turn('Next');
    await turn('Previous');
    rerender(question('2026-12-01T15:00:00Z', '2027-01-05'));
    expect(month()).toBe('January 2027');
    unmount();

    const chosen = '2026-12-01';
    const again = render(question('2026-11-28T15:00:00Z'));
    await turn('Next');
    await userEvent.click(screen.getByRole('button', { name: /Tuesday, December 1, 2026/ }));
    again.rerender(question('2026-11-28T15:00:00Z', chosen, chosen));
    again.rerender(question('2026-12-02T15:00:00Z', '2027-01-02', chosen));
    expect(month()).toBe('January 2027');
  });
});
