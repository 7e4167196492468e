import type { AccountState } from '@quorate/trading/position';
import { money } from '@quorate/values/money';
import type { Timers } from '../../timers.ts';
import type { TerminalLink } from '../bridge/terminal-link.ts';
import type { BrokerTerms } from './broker-terms.ts';
import type { DealFeed } from './deal-feed.ts';
import { accountStateOf, moneyIn } from './terminal-records.ts';

/** An account as its terminal tells it; what is lent is in the equity and not in the balance. */
export type AccountFigures = Readonly<{ state: AccountState; lentMinor: number }>;

type FiguresDeps = Readonly<{
  link: Pick<TerminalLink, 'request'>;
  timers: Timers;
  terms(): BrokerTerms;
  feed: Pick<DealFeed, 'fetch' | 'untoldCash'>;
}>;

/** Figures that are older are asked for. */
const AGE_MS = 900;
/** How often figures are asked for until nothing moves between them. */
const LOOKS = 3;

/** Balance and equity without money that was paid in or out and of which the loop has not been told. */
export function createAccountFigures({ link, timers, terms, feed }: FiguresDeps) {
  let figures: AccountFigures | null = null;
  let asking: Promise<void> | null = null;
  let askedAt = Number.NEGATIVE_INFINITY;

  async function ask(): Promise<AccountFigures | null> {
    const outcome = await link.request('account', {});
    if (outcome.kind !== 'ok') return null;
    const state = accountStateOf(outcome.answer, terms().currency, terms().account.leverage);
    return { state, lentMinor: moneyIn(outcome.answer.credit, terms().currency).minor };
  }

  /** A figure that money was paid into is used once it is known what was: it would be gain or loss. */
  async function refresh(): Promise<void> {
    const now = timers.now();
    let before = await ask();
    for (let look = 0; before !== null && look < LOOKS; look += 1) {
      if (figures !== null && isSameMoney(figures, before)) {
        figures = before;
        askedAt = now;
        return;
      }
      if (!(await feed.fetch())) return;
      const after = await ask();
      if (after !== null && isSameMoney(before, after)) figures = after;
      before = after;
    }
  }

  return {
    /** The next look asks the terminal. */
    age() {
      askedAt = Number.NEGATIVE_INFINITY;
    },
    takeOver(next: AccountFigures) {
      figures = next;
      askedAt = Number.NEGATIVE_INFINITY;
    },
    async now(): Promise<AccountState> {
      if (figures === null || timers.now() - askedAt > AGE_MS) {
        asking ??= refresh().finally(() => {
          asking = null;
        });
        await asking;
      }
      if (figures === null) throw new Error('the account is asked for before it is reconciled');
      const { paid, lent } = feed.untoldCash();
      if (paid === 0 && lent === 0) return figures.state;
      const { balance, equity } = figures.state;
      return {
        ...figures.state,
        balance: money(balance.minor - paid, balance.currency),
        equity: money(equity.minor - paid - lent, equity.currency),
      };
    },
    lentMinor: () => (figures?.lentMinor ?? 0) - feed.untoldCash().lent,
  };
}

function isSameMoney(a: AccountFigures, b: AccountFigures): boolean {
  return a.state.balance.minor === b.state.balance.minor && a.lentMinor === b.lentMinor;
}
