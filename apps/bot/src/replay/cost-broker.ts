import type { Deal } from '@quorate/trading/account/deal';
import type { Instrument } from '@quorate/trading/account/instrument';
import type { AccountState } from '@quorate/trading/account/position';
import type { Quote, Valuation } from '@quorate/trading/account/valuation';
import type { BrokerEvent } from '@quorate/trading/loop/ports';
import { serverTimeMs } from '@quorate/trading/market/new-york-clock';
import { swapNights } from '@quorate/trading/market/trading-day';
import { roundHalfAway } from '@quorate/trading/rounding';
import type { SimulatedBroker } from '@quorate/trading/simulation/simulated-broker';
import type { PositionTicket } from '@quorate/values/ids';
import { lotsToNumber } from '@quorate/values/lots';
import { addMoney, type Money, money } from '@quorate/values/money';

/** Swap of one lot and one night in minor units, a cost negative. */
export type SwapRate = Readonly<{ longMinor: number; shortMinor: number }>;

/** What a broker takes beside spread and commission. */
export type ExtraCosts = Readonly<{
  /** Points by which each filling at the market and each stop is worse than its quote. */
  slippagePoints: number;
  /** By symbol; `*` for every symbol that is not named. */
  swaps: Readonly<Record<string, SwapRate>>;
}>;

/** @example hasExtraCosts({ slippagePoints: 0, swaps: {} }) // false */
export function hasExtraCosts({ slippagePoints, swaps }: ExtraCosts): boolean {
  return slippagePoints > 0 || Object.keys(swaps).length > 0;
}

type Terms = Readonly<{ instrument: Instrument; valuation: Valuation }>;

/**
 * A simulated account that also pays for slippage and for nights. Prices stay those of the candles:
 * slippage is taken as the deal's fee (on openings, closings at the market and stops; a target is filled at its price or not at all), and
 * swap with the deal that closes.
 *
 * @param termsOf of each symbol
 */
export function withExtraCosts(
  broker: SimulatedBroker,
  costs: ExtraCosts,
  termsOf: (symbol: string) => Terms | undefined,
): SimulatedBroker {
  const openings = new Map<PositionTicket, Deal['time']>();
  let taken = 0;
  let known: { inner: AccountState; taken: number; state: AccountState } | null = null;

  function charged(deal: Deal): Deal {
    const terms = termsOf(deal.symbol);
    if (!terms) return deal;
    const fee =
      deal.reason === 'take-profit' ? deal.fee : addMoney(deal.fee, slippage(deal, terms));
    if (deal.entry === 'in') {
      openings.set(deal.positionTicket, deal.time);
      return keep(deal, { ...deal, fee });
    }
    return keep(deal, { ...deal, fee, swap: addMoney(deal.swap, swapOf(deal)) });
  }

  function keep(before: Deal, after: Deal): Deal {
    taken += after.fee.minor - before.fee.minor + after.swap.minor - before.swap.minor;
    return after;
  }

  function slippage(deal: Deal, { valuation }: Terms): Money {
    const quote: Quote = { bid: deal.price.points, ask: deal.price.points };
    return valuation.profitOf(-costs.slippagePoints, deal.lots, quote);
  }

  function swapOf(deal: Deal): Money {
    const rate = costs.swaps[deal.symbol] ?? costs.swaps['*'];
    const opened = openings.get(deal.positionTicket);
    const { currency } = deal.swap;
    if (!rate || opened === undefined) return money(0, currency);
    // The deal that closes a long position is a sale.
    const perNight = deal.side === 'SELL' ? rate.longMinor : rate.shortMinor;
    const nights = swapNights(serverTimeMs(opened), serverTimeMs(deal.time));
    return money(roundHalfAway(perNight * nights * lotsToNumber(deal.lots)), currency);
  }

  function chargedEvent(event: BrokerEvent): BrokerEvent {
    return event.kind === 'deal' ? { kind: 'deal', deal: again(event.deal) } : event;
  }

  /** A closing is told twice, by `close` and as an event; it is paid for once. */
  const told = new Map<string, Deal>();
  function again(deal: Deal): Deal {
    const before = told.get(deal.ticket);
    if (before) {
      told.delete(deal.ticket);
      return before;
    }
    return charged(deal);
  }

  function account(): AccountState {
    const inner = broker.account();
    if (known?.inner === inner && known.taken === taken) return known.state;
    const less = (amount: Money) => money(amount.minor + taken, amount.currency);
    const { balance, equity, freeMargin } = inner;
    const state = {
      ...inner,
      balance: less(balance),
      equity: less(equity),
      freeMargin: less(freeMargin),
    };
    known = { inner, taken, state };
    return state;
  }

  return {
    ...broker,
    account,
    close(ticket, part) {
      const outcome = broker.close(ticket, part);
      if (outcome.kind === 'denied') return outcome;
      const deal = charged(outcome.deal);
      told.set(deal.ticket, deal);
      return { kind: 'closed', deal };
    },
    barClosed(series, index) {
      const events = broker.barClosed(series, index);
      return events.length === 0 ? events : events.map(chargedEvent);
    },
  };
}
