import { formatCount, formatMoney } from '@quorate/ui/format';
import { Stat, toneOf } from '@quorate/ui/stat';
import type { RunState } from '../../contract/run-state.ts';

type MoneyStripProps = {
  run: RunState;
  /** Equity less that of the day's start; null while it is not known. */
  todayResult: number | null;
};

const UNKNOWN = 'not known yet';

/** The account in a few figures. */
export function MoneyStrip({ run, todayResult }: MoneyStripProps) {
  const { equity, balance, currency, open_positions: open, trades_today: trades } = run;
  const amount = (value: number | null) =>
    value === null || currency === null ? '–' : formatMoney(value, currency);
  const count = (value: number | null) => (value === null ? '–' : formatCount(value));
  const isKnown = todayResult !== null && currency !== null;
  return (
    <dl
      aria-label="Account"
      className="grid grid-cols-2 gap-x-5 gap-y-4 sm:flex sm:flex-wrap sm:gap-x-10"
    >
      <Stat label="Equity" value={amount(equity)} note={equity === null ? UNKNOWN : null} />
      <Stat label="Balance" value={amount(balance)} note={balance === null ? UNKNOWN : null} />
      <Stat
        label="Today's result"
        value={isKnown ? formatMoney(todayResult, currency, 'always') : '–'}
        tone={isKnown ? toneOf(todayResult) : 'plain'}
        note={isKnown ? 'open positions included' : UNKNOWN}
      />
      <Stat label="Open positions" value={count(open)} note={open === null ? UNKNOWN : null} />
      <Stat label="Trades today" value={count(trades)} note={trades === null ? UNKNOWN : null} />
    </dl>
  );
}
