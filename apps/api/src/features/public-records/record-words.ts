import { msg } from '@lingui/core/runtime-macro';
import { type Figure, headlineOf, type PublishedRecord } from '@quorate/record/measures';
import type { I18n } from '../../words/i18n.ts';

/** What is said of a record where it is shared: on pages of results, in chats, on its picture. */
export type RecordWords = Readonly<{
  title: string;
  description: string;
  accountClass: string;
  evidence: string;
  total: string;
  trades: string;
  winRate: string;
  winRateRange: string;
  asOf: string;
}>;

/** No sentence has a quote or an angle: they stand in attributes and in JSON as they are. */
export function recordWords(record: PublishedRecord, i18n: I18n): RecordWords {
  const { t, numbers, dates } = i18n;
  const group = record.groups[headlineOf(record.groups)];
  const { name, facts } = record;
  const count = group.trades;
  const total = signed(group.total_r, numbers);
  const rate = percent(group.win_rate, numbers);
  const accountClass = t(CLASSES[classOf(record)]);
  const since = facts.since ? day(facts.since, dates) : '–';
  const title =
    count === 0
      ? t(msg`${{ name }}: a trading record`)
      : t(msg`${{ name }}: ${{ total }} R in ${{ count }} trades`);
  const description = t(
    msg`${{ account: accountClass }} on record since ${{ since }}: ${{ count }} closed trades, win rate ${{ rate }}. Verify it in your browser.`,
  );
  return {
    title,
    description,
    accountClass,
    evidence: t(EVIDENCE_WORDS[headlineOf(record.groups)]),
    total: `${total} R`,
    trades: new Intl.NumberFormat(numbers).format(count),
    winRate: rate,
    winRateRange: range(group.win_rate, i18n),
    asOf: t(msg`As of ${{ day: day(record.at, dates) }}`),
  };
}

/** How an account counts as a whole. */
function classOf({ account }: Pick<PublishedRecord, 'account'>) {
  if (account.type === 'practice') return 'practice';
  if (account.paper) return 'paper';
  return account.type === 'real' ? 'real' : 'demo';
}

const CLASSES = {
  real: msg`Real account`,
  demo: msg`Demo account`,
  paper: msg`Paper account`,
  practice: msg`Practice account`,
} as const;

const EVIDENCE_WORDS = {
  agreed: msg`Other terminals have the same prices`,
  alone: msg`No other terminal has compared prices`,
  replayed: msg`Traded on past prices`,
  practice: msg`Traded on a made-up market`,
} as const;

/** With its sign, as R is written everywhere. */
function signed(value: number | null, numbers: string): string {
  if (value === null) return '–';
  const options = { signDisplay: 'exceptZero', maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(numbers, options).format(value).replace('-', '−');
}

function percent({ value }: Figure, numbers: string): string {
  if (value === null) return '–';
  return `${new Intl.NumberFormat(numbers, { maximumFractionDigits: 1 }).format(value)}%`;
}

function range({ low, high, value }: Figure, { t, numbers }: I18n): string {
  if (value === null) return '';
  if (low === null || high === null) return t(msg`too few trades for an interval`);
  const whole = new Intl.NumberFormat(numbers, { maximumFractionDigits: 0 });
  const [from, to] = [whole.format(low), whole.format(high)];
  return t(msg`95% interval ${{ from }} to ${{ to }}%`);
}

function day(iso: string, dates: string): string {
  return new Intl.DateTimeFormat(dates, { dateStyle: 'medium', timeZone: 'UTC' }).format(
    Date.parse(iso),
  );
}
