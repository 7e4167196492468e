import { plural, t } from '@lingui/core/macro';
import type { Desk } from '@quorate/contract/desk';
import { DeskCard } from '@quorate/ui/desk-parts';
import { formatMoney, formatNumber } from '@quorate/ui/format';
import { DATES } from '@quorate/ui/language';
import { NOTHING_YET, TONE_TEXT, toneOf } from '@quorate/ui/stat';

type DeskMonthProps = { month: Desk['month']; today: string; currency: string };

type Cell = Readonly<{ day: string; net: number | null; trades: number }>;

/** The month as a heat-map of its days: the darker, the more was won or lost. */
export function DeskMonth({ month, today, currency }: DeskMonthProps) {
  const { weeks, hasWeekends } = weeksOf(month, today);
  const largest = Math.max(0, ...month.days.map(({ net }) => Math.abs(net)));
  const up = month.days.filter(({ net }) => net > 0).length;
  const down = month.days.filter(({ net }) => net < 0).length;
  const name = new Intl.DateTimeFormat(DATES, { month: 'long', timeZone: 'UTC' });
  return (
    <DeskCard
      title={name.format(Date.parse(today))}
      aside={
        <span className={`figures text-small font-semibold ${TONE_TEXT[toneOf(month.net)]}`}>
          {month.days.length === 0 ? NOTHING_YET : formatMoney(month.net, currency, 'always')}
        </span>
      }
    >
      <table className="w-full table-fixed border-separate border-spacing-1 text-center">
        <caption className="sr-only">{t`Net result of each day`}</caption>
        <thead className="sr-only">
          <tr>
            {DAYS.slice(0, hasWeekends ? 7 : 5).map((day) => (
              <th key={day} scope="col">
                {day}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week.find((cell) => cell !== null)?.day}>
              {week.slice(0, hasWeekends ? 7 : 5).map((cell, place) => (
                <Day
                  key={cell?.day ?? DAYS[place]}
                  cell={cell}
                  largest={largest}
                  currency={currency}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-1 text-tiny text-muted">
        {month.days.length === 0
          ? t`No closed trade this month.`
          : t`${plural(up, { one: '# day', other: '# days' })} up, ${down} down. Darker is bigger.`}
      </p>
    </DeskCard>
  );
}

const DAYS = [t`Monday`, t`Tuesday`, t`Wednesday`, t`Thursday`, t`Friday`, t`Saturday`, t`Sunday`];

function Day({
  cell,
  largest,
  currency,
}: {
  cell: Cell | null;
  largest: number;
  currency: string;
}) {
  if (cell === null) return <td />;
  const { day, net, trades } = cell;
  const number = Number(day.slice(-2));
  if (net === null)
    return (
      <td className="h-7 rounded-sm bg-sunk text-tiny leading-4 text-muted">
        <span className="sr-only">{t`${number}: no trade`}</span>
      </td>
    );
  const strength = largest === 0 ? 0 : Math.round(12 + (38 * Math.abs(net)) / largest);
  const tone = net > 0 ? 'gain' : net < 0 ? 'loss' : 'hold';
  const title = t`${number}: ${formatMoney(net, currency, 'always')}, ${plural(trades, { one: '# trade', other: '# trades' })}`;
  return (
    <td
      title={title}
      className="figures h-7 rounded-sm text-tiny leading-4"
      style={{ backgroundColor: `color-mix(in srgb, var(--${tone}) ${strength}%, var(--surface))` }}
    >
      <span aria-hidden="true">{rounded(net)}</span>
      <span className="sr-only">{title}</span>
    </td>
  );
}

function rounded(net: number): string {
  return formatNumber(net, {
    notation: 'compact',
    maximumSignificantDigits: 2,
    signDisplay: 'exceptZero',
  });
}

/** Weeks from Monday on; null outside of the month. Weekends only where something was closed on one. */
function weeksOf({ days }: Desk['month'], today: string) {
  const [year = 0, month = 1] = today.split('-').map(Number);
  const first = Date.UTC(year, month - 1, 1);
  const count = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const byDay = new Map(days.map((day) => [day.day, day]));
  const placeOf = (time: number) => (new Date(time).getUTCDay() + 6) % 7;
  const weeks: (Cell | null)[][] = [];
  let hasWeekends = false;
  for (let each = 0; each < count; each += 1) {
    const time = first + each * 86_400_000;
    const place = placeOf(time);
    if (each === 0 || place === 0) weeks.push(Array.from({ length: 7 }, () => null));
    const day = new Date(time).toISOString().slice(0, 10);
    const found = byDay.get(day);
    if (found && place > 4) hasWeekends = true;
    const week = weeks.at(-1);
    if (week) week[place] = { day, net: found?.net ?? null, trades: found?.trades ?? 0 };
  }
  // A month that begins on a weekend has a first week without a cell.
  const shown = weeks.filter(
    (week) => hasWeekends || week.slice(0, 5).some((cell) => cell !== null),
  );
  return { weeks: shown, hasWeekends };
}
