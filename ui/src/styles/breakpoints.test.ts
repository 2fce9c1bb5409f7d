import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BREAKPOINTS_PX, CALENDAR_DAY_PX, ZOOMED_PHONE_PX } from './layout';

const source = join(process.cwd(), 'src');
const sheets = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.css'));

/** The breakpoints of a style sheet, each as the first pixel of the wider layout. */
function widthsOf(sheet: string): number[] {
  const css = readFileSync(join(source, sheet), 'utf8');
  const found = [...css.matchAll(/\((min|max)-width: *(\d+)px\)/g)];
  return found.map(([, side, width]) => Number(width) + (side === 'max' ? 1 : 0));
}

const known = [ZOOMED_PHONE_PX, ...BREAKPOINTS_PX];

test('style sheets have only the known breakpoints', () => {
  const strays = sheets.flatMap((sheet) =>
    widthsOf(sheet)
      .filter((width) => !known.includes(width))
      .map((width) => `${sheet}: ${width}`),
  );
  expect(strays).toEqual([]);
  expect(new Set(sheets.flatMap(widthsOf))).toEqual(new Set(known));
});

test("the days of the sign-up's calendar have the width that `CALENDAR_DAY_PX` states", () => {
  const css = readFileSync(join(source, 'components/calendar/DayCalendar.module.css'), 'utf8');
  const [, width] = /\[data-small="true"\] \.day \{\s*inline-size: ([\d.]+)rem;/.exec(css) ?? [];
  expect(Number(width) * 16).toBe(CALENDAR_DAY_PX);
});
