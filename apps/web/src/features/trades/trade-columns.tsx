import { t } from '@lingui/core/macro';
import { hasResult, type ListedTrade } from '@quorate/contract/trades';
import { EXIT_REASON_WORDS } from '@quorate/ui/exit-reason-words';
import { formatList, formatMoney, formatPrice, formatVolume } from '@quorate/ui/format';
import { toneOf } from '@quorate/ui/stat';
import { formatTime } from '@quorate/ui/time-format';
import { RESULT_TEXT } from '@quorate/ui/trade-cells';
import { type ReactNode, useState } from 'react';
import { readStored, removeStored, writeStored } from '../../lib/browser-storage.ts';
import { formatDuration } from '../../lib/format-duration.ts';
import { formatR } from '../../lib/format-r.ts';
import type { TradeSort } from '../../lib/trade-selection.ts';
import { AccountName } from '../../ui/account-name.tsx';
import { ACCOUNT_WORDS } from '../../ui/account-words.ts';
import { ProvenanceMark } from '../../ui/provenance-mark.tsx';
import { TradeStatus } from './trade-status.tsx';
import { costsOf, durationOf, rOf } from './trade-words.ts';

type Shown = { trade: ListedTrade; userId: string; timeZone: string };

export type TradeColumn = Readonly<{
  /** What it is sorted by, which names it. */
  key: TradeSort;
  label: string;
  /** Figures stand at the right. */
  end?: boolean;
  figures?: boolean;
  className?: string;
  /** Says on a phone, where there is no header, what the cell is of; left out where the cell says so. */
  short?: string;
  cell: (shown: Shown) => ReactNode;
}>;

const NOT_KNOWN = '–';

/** Every column in the order of the table; the first eight are the ones that are shown unasked. */
export const COLUMNS: readonly TradeColumn[] = [
  {
    key: 'time',
    label: t`Time`,
    figures: true,
    className: 'whitespace-nowrap',
    cell: ({ trade, timeZone }) => <Time at={trade.trade_time} timeZone={timeZone} />,
  },
  {
    key: 'symbol',
    label: t`Symbol`,
    figures: true,
    className: 'font-medium',
    cell: ({ trade }) => trade.symbol,
  },
  {
    key: 'trade_type',
    label: t`Type`,
    figures: true,
    className: 'font-semibold',
    cell: ({ trade }) => trade.trade_type,
  },
  {
    key: 'volume',
    label: t`Volume`,
    end: true,
    figures: true,
    cell: ({ trade }) => formatVolume(trade.volume),
  },
  {
    key: 'price',
    label: t`Price`,
    end: true,
    figures: true,
    cell: ({ trade }) => formatPrice(trade.price, trade.digits),
  },
  {
    key: 'profit',
    label: 'P&L',
    end: true,
    figures: true,
    className: 'font-medium whitespace-nowrap',
    cell: ({ trade }) => <Money of={trade} amount={hasResult(trade) ? trade.profit : null} />,
  },
  {
    key: 'account_type',
    label: t`Account type`,
    className: 'ps-8',
    cell: ({ trade }) =>
      trade.account_type === 'practice' ? (
        ACCOUNT_WORDS.practice
      ) : (
        <span className="whitespace-nowrap">
          <span>{ACCOUNT_WORDS[trade.account_type]}</span> ·{' '}
          <ProvenanceMark provenance={trade.provenance} />
        </span>
      ),
  },
  {
    key: 'status',
    label: t`Status`,
    className: 'text-tiny whitespace-nowrap text-muted',
    cell: ({ trade, timeZone }) => <TradeStatus trade={trade} timeZone={timeZone} />,
  },
  {
    key: 'opened_at',
    label: t`Opened`,
    short: t`opened`,
    figures: true,
    className: 'whitespace-nowrap',
    cell: ({ trade, timeZone }) => <Time at={trade.opened_at} timeZone={timeZone} />,
  },
  {
    key: 'closed_at',
    label: t`Closed`,
    short: t`closed`,
    figures: true,
    className: 'whitespace-nowrap',
    cell: ({ trade, timeZone }) =>
      trade.closed_at === null ? NOT_KNOWN : <Time at={trade.closed_at} timeZone={timeZone} />,
  },
  {
    key: 'close_price',
    label: t`Exit price`,
    short: t`exit`,
    end: true,
    figures: true,
    cell: ({ trade }) =>
      trade.close_price === null ? NOT_KNOWN : formatPrice(trade.close_price, trade.digits),
  },
  {
    key: 'duration',
    label: t`Duration`,
    short: t`held`,
    end: true,
    figures: true,
    className: 'whitespace-nowrap',
    cell: ({ trade }) => {
      const duration = durationOf(trade);
      return duration === null ? NOT_KNOWN : formatDuration(duration);
    },
  },
  {
    key: 'r',
    label: 'R',
    end: true,
    figures: true,
    className: 'whitespace-nowrap',
    cell: ({ trade }) => {
      const r = rOf(trade);
      return r === null ? NOT_KNOWN : <span className={RESULT_TEXT[toneOf(r)]}>{formatR(r)}</span>;
    },
  },
  {
    key: 'exit_reason',
    label: t`Exit reason`,
    short: t`by`,
    className: 'whitespace-nowrap',
    cell: ({ trade }) =>
      trade.exit_reason === null ? NOT_KNOWN : EXIT_REASON_WORDS[trade.exit_reason],
  },
  {
    key: 'tags',
    label: t`Tags`,
    short: t`tags`,
    className: 'max-w-48 wrap-anywhere',
    cell: ({ trade }) => formatList(trade.tags, 'unit') || NOT_KNOWN,
  },
  {
    key: 'setup',
    label: t`Set-up`,
    short: t`set-up`,
    className: 'max-w-48 wrap-anywhere',
    cell: ({ trade }) => trade.setup ?? NOT_KNOWN,
  },
  {
    key: 'costs',
    label: t`Costs`,
    short: t`costs`,
    end: true,
    figures: true,
    className: 'whitespace-nowrap',
    cell: ({ trade }) => <Costs trade={trade} />,
  },
  {
    key: 'best_excursion',
    label: t`Best excursion`,
    short: t`best`,
    end: true,
    figures: true,
    className: 'whitespace-nowrap',
    cell: ({ trade }) => <Money of={trade} amount={trade.best_excursion} />,
  },
  {
    key: 'worst_excursion',
    label: t`Worst excursion`,
    short: t`worst`,
    end: true,
    figures: true,
    className: 'whitespace-nowrap',
    cell: ({ trade }) => <Money of={trade} amount={trade.worst_excursion} />,
  },
  {
    key: 'account',
    label: t`Account`,
    className: 'whitespace-nowrap',
    cell: ({ trade, userId }) => <AccountName userId={userId} account={trade.account} />,
  },
];

const DEFAULT_KEYS: readonly TradeSort[] = COLUMNS.slice(0, 8).map(({ key }) => key);

function Time({ at, timeZone }: { at: string; timeZone: string }) {
  return (
    <time dateTime={at} title={at}>
      {formatTime(at, timeZone)}
    </time>
  );
}

function Money({ of, amount }: { of: ListedTrade; amount: number | null }) {
  if (amount === null) return NOT_KNOWN;
  return (
    <span className={RESULT_TEXT[toneOf(amount)]}>
      {formatMoney(amount, of.currency, 'always')}
    </span>
  );
}

/** All of them together; a pointer that rests on it sees the parts. */
function Costs({ trade }: { trade: ListedTrade }) {
  const money = (amount: number) => formatMoney(amount, trade.currency, 'always');
  return (
    <span
      title={t`Commission ${money(trade.commission)}, swap ${money(trade.swap)}, fee ${money(trade.fee)}`}
    >
      {money(costsOf(trade))}
    </span>
  );
}

const keyOf = (userId: string) => `tradeColumns ${userId}`;

/** The columns that a user has chosen, kept in this browser. */
export function useColumns(userId: string) {
  const [chosen, setChosen] = useState(() => readKeys(userId));
  const choose = (keys: readonly TradeSort[] | null) => {
    setChosen(keys ?? DEFAULT_KEYS);
    if (keys === null) removeStored(keyOf(userId));
    else writeStored(keyOf(userId), keys.join(' '));
  };
  return {
    shown: COLUMNS.filter(({ key }) => chosen.includes(key)),
    isDefault: chosen.join() === DEFAULT_KEYS.join(),
    toggle: (key: TradeSort) =>
      choose(
        COLUMNS.map((column) => column.key).filter(
          (each) => chosen.includes(each) !== (each === key),
        ),
      ),
    reset: () => choose(null),
  };
}

/** Columns of another version that are no longer there are left out. */
function readKeys(userId: string): readonly TradeSort[] {
  const stored = readStored(keyOf(userId))?.split(' ') ?? [];
  const known = COLUMNS.map(({ key }) => key).filter((key) => stored.includes(key));
  return known.length > 0 ? known : DEFAULT_KEYS;
}
