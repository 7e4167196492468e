import { lots } from '@quorate/values/lots';
import { type Money, money } from '@quorate/values/money';
import type { Deal } from '../account/deal.ts';
import type { MarketOrder } from '../account/order.ts';
import type { AccountState, Position } from '../account/position.ts';
import type { Quote } from '../account/valuation.ts';
import type { BrokerEvent } from '../loop/ports.ts';
import type { Refusal } from '../risk/refusal.ts';
import { roundHalfAway } from '../rounding.ts';
import { floatingMinor, type Held } from './held-position.ts';

/** The money side of a simulated account: balance, what is held, and what is yet to be told. */
export type AccountBook = Readonly<{
  held(): readonly Held[];
  /** The same array until something is opened or closed. */
  positions(): readonly Position[];
  balanceMinor(): number;
  /** As at the newest quotes. The same object until something changes. */
  state(): AccountState;
  /** Says that quotes have moved while something is held. */
  revalue(): void;
  open(position: Held, deal: Deal): void;
  /** Holds what an account held that was saved: nothing is booked or told. */
  resume(position: Held): void;
  /** Takes a deal's volume off a position and keeps what is left of it. */
  reduce(position: Held, deal: Deal): void;
  /** Puts a position with other levels in the place of one that is held. */
  replace(position: Held, by: Held): void;
  refuse(order: MarketOrder, refusal: Refusal): void;
  /** Tells of something else with the deals. */
  note(event: BrokerEvent): void;
  /** Deals and refusals since the last call, oldest first. */
  takeEvents(): readonly BrokerEvent[];
}>;

const NO_EVENTS: readonly BrokerEvent[] = [];

/** @param quoteOf the newest quote of a symbol that is held */
export function createAccountBook(
  start: Money,
  leverage: number,
  quoteOf: (symbol: string) => Quote,
): AccountBook {
  const { currency } = start;
  let balance = start;
  let held: readonly Held[] = [];
  let positions: readonly Position[] = [];
  let events: BrokerEvent[] = [];
  let known: AccountState | undefined;
  let margin = money(0, currency);

  function state(): AccountState {
    if (known) return known;
    let floating = 0;
    let blocked = 0;
    for (const each of held) {
      floating += roundHalfAway(floatingMinor(each, quoteOf(each.position.symbol)));
      blocked += each.marginMinor;
    }
    const equity = money(balance.minor + floating, currency);
    // It changes with what is held alone, not from bar to bar.
    if (margin.minor !== blocked) margin = money(blocked, currency);
    const freeMargin = money(equity.minor - blocked, currency);
    known = { currency, balance, equity, margin, freeMargin, leverage };
    return known;
  }

  function hold(now: readonly Held[]): void {
    held = now;
    positions = now.map(({ position }) => position);
  }

  function book(deal: Deal): void {
    const { profit, commission, swap, fee } = deal;
    const booked = profit.minor + commission.minor + swap.minor + fee.minor;
    balance = money(balance.minor + booked, currency);
    known = undefined;
    events.push({ kind: 'deal', deal });
  }

  return {
    held: () => held,
    positions: () => positions,
    balanceMinor: () => balance.minor,
    state,
    revalue() {
      known = undefined;
    },
    open(position, deal) {
      hold([...held, position]);
      book(deal);
    },
    resume(position) {
      hold([...held, position]);
      known = undefined;
    },
    reduce(position, deal) {
      const left = afterDeal(position, deal);
      hold(held.flatMap((each) => (each !== position ? [each] : left)));
      book(deal);
    },
    replace(position, by) {
      hold(held.map((each) => (each === position ? by : each)));
    },
    refuse(order, refusal) {
      events.push({ kind: 'order-refused', order, refusal });
    },
    note(event) {
      events.push(event);
    },
    takeEvents() {
      if (events.length === 0) return NO_EVENTS;
      const happened = events;
      events = [];
      return happened;
    },
  };
}

function afterDeal(each: Held, deal: Deal): readonly Held[] {
  const before = each.position.lots.steps;
  const steps = before - deal.lots.steps;
  if (steps === 0) return [];
  const position = { ...each.position, lots: lots(steps, each.position.lots.step) };
  const marginMinor = roundHalfAway((each.marginMinor * steps) / before);
  return [{ ...each, position, marginMinor, deals: each.deals + 1 }];
}
