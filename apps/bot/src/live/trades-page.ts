import type { Trade } from '@quorate/trading/account/trade';
import { tradesFromDeals } from '@quorate/trading/account/trade-book';
import { isoFromInstant } from '@quorate/values/instant';
import { lotsToNumber } from '@quorate/values/lots';
import { currencyOf, moneyToNumber } from '@quorate/values/money';
import { type Price, priceToNumber } from '@quorate/values/price';
import { ValueError } from '@quorate/values/value-error';
import { dealOf, type RecordTerms } from '../mt5/broker/terminal-records.ts';
import type { LiveJournal, PositionPlace } from './live-journal.ts';
import { createServerClock } from './server-clock.ts';
import type { ShownTrade } from './shown-journal.ts';

export type TradesPage = Readonly<{ trades: readonly ShownTrade[]; next: string | null }>;

type TradesPageDeps = Readonly<{
  journal: Pick<
    LiveJournal,
    'account' | 'positionsBefore' | 'dealsOf' | 'keyOf' | 'fact' | 'setFact'
  >;
  /** The newest revision of a trade that the service has, 0 for none. */
  acknowledgedRevision(ticket: string): number;
}>;

const NEWEST: PositionPlace = { openedMs: Number.MAX_SAFE_INTEGER, position: '' };

/**
 * Trades of an account as its journal has them, newest first.
 *
 * @param page `before` is the `next` of the page before; one that is none begins with the newest
 * @param page.limit positions; one that was reversed on a netting account is more than one trade
 */
export function tradesPage(
  { journal, acknowledgedRevision }: TradesPageDeps,
  page: Readonly<{ before: string | null; limit: number }>,
): TradesPage {
  const account = journal.account();
  if (account === null) return { trades: [], next: null };
  const { fact } = journal;
  const serverClock = createServerClock({ fact, setFact() {}, notify() {} });
  const currency = currencyOf(account.currency);
  const terms: RecordTerms = {
    currency,
    toUtc: serverClock.toUtc,
    keyOf: () => null,
    riskOf: () => null,
    stepOf: () => null,
  };
  const places = journal.positionsBefore(placeOf(page.before), page.limit);
  const last = places.at(-1);
  const shown = (trade: Trade): ShownTrade => ({
    position_ticket: trade.positionTicket,
    symbol: trade.symbol,
    type: trade.side,
    volume: lotsToNumber(trade.lots),
    digits: trade.openPrice.digits,
    opened_at: isoFromInstant(trade.openedAt),
    closed_at: trade.closedAt === null ? null : isoFromInstant(trade.closedAt),
    price: priceToNumber(trade.openPrice),
    close_price: numberOrNull(trade.closePrice),
    stop_loss: numberOrNull(trade.stopLoss),
    take_profit: numberOrNull(trade.takeProfit),
    profit: moneyToNumber(trade.profit),
    currency,
    status: trade.status,
    account_type: account.trade_mode === 'real' ? 'real' : 'demo',
    synced: acknowledgedRevision(trade.positionTicket) >= trade.revision,
  });
  return {
    trades: places.flatMap(({ position }) =>
      tradesOf(journal.dealsOf(position), terms).toReversed().map(shown),
    ),
    next: last && places.length === page.limit ? `${last.openedMs}-${last.position}` : null,
  };
}

/** What the book cannot add up is not shown, as it is not synced. */
function tradesOf(deals: ReturnType<LiveJournal['dealsOf']>, terms: RecordTerms): readonly Trade[] {
  try {
    return tradesFromDeals(
      deals.map((deal) => dealOf(deal, terms)).filter((deal) => deal !== null),
    );
  } catch (error) {
    if (error instanceof ValueError) return [];
    throw error;
  }
}

function placeOf(cursor: string | null): PositionPlace {
  const match = /^(\d{1,16})-(\d{1,20})$/.exec(cursor ?? '');
  if (!match) return NEWEST;
  return { openedMs: Number(match[1]), position: match[2] ?? '' };
}

function numberOrNull(price: Price | null): number | null {
  return price === null ? null : priceToNumber(price);
}
