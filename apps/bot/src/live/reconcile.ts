import type { Timeframe } from '@quorate/trading/market/candle';
import type { AnswerOf } from '../mt5/bridge/messages.ts';
import type { TerminalPosition, TerminalSymbolSpec } from '../mt5/bridge/records.ts';
import type { TerminalLink } from '../mt5/bridge/terminal-link.ts';
import type { DealFeed } from '../mt5/broker/deal-feed.ts';
import type { OrderDesk } from '../mt5/broker/order-desk.ts';
import { findSymbol } from '../mt5/broker/symbol-finder.ts';
import type { LiveJournal } from './live-journal.ts';

/** What a resynchronisation found. `away`: the terminal did not answer; it is done again. */
export type Reconciled =
  | Readonly<{
      kind: 'reconciled';
      account: AnswerOf<'account'>;
      specs: readonly TerminalSymbolSpec[];
      positions: readonly TerminalPosition[];
    }>
  | Readonly<{ kind: 'away'; what: string }>
  /** Nothing that waiting would change. */
  | Readonly<{ kind: 'wrong'; message: string }>;

type ReconcileDeps = Readonly<{
  link: Pick<TerminalLink, 'request'>;
  journal: LiveJournal;
  feed: DealFeed;
  desk: OrderDesk;
  magic: number;
}>;

/** Set once the journal has seen the account's history: deals from then on are news. */
const BEGUN = 'begun';

/**
 * Start and recovery in one: learns how the account stands, what was executed meanwhile, and what became
 * of everything that was sent and not answered. Nothing is opened before it has come to its end.
 *
 * @param wanted symbols as the person writes them
 */
export async function reconcile(
  deps: ReconcileDeps,
  wanted: readonly string[],
  timeframe: Timeframe,
): Promise<Reconciled> {
  const { link, journal, feed, desk, magic } = deps;
  const away = (what: string) => ({ kind: 'away', what }) as const;

  // What was sent and not answered comes first: a symbol is taken until it is known.
  await desk.settleAll();
  const account = await link.request('account', {});
  if (account.kind !== 'ok') return away('account');
  const names = await link.request('symbol.names', {});
  if (names.kind !== 'ok') return away('symbol.names');
  const found = wanted.map((symbol) => findSymbol(symbol, names.answer.names));
  const symbols: string[] = [];
  const questions: string[] = [];
  for (const each of found) {
    if (each.kind === 'found') symbols.push(each.name);
    else questions.push(each.message);
  }
  if (questions.length > 0) return { kind: 'wrong', message: questions.join(' ') };
  const specs = await link.request('symbols', { symbols });
  if (specs.kind !== 'ok') return away('symbols');
  const positions = await link.request('positions', {});
  if (positions.kind !== 'ok') return away('positions');
  const orders = await link.request('orders', {});
  if (orders.kind !== 'ok') return away('orders');
  const begun = journal.fact(BEGUN) !== null;
  if (!(await feed.fetch())) return away('history');
  for (const { ticket } of positions.answer.positions) {
    const known = journal.dealsOf(ticket).some(({ entry }) => entry === 'in');
    if (!known && !(await feed.fetchPosition(ticket))) return away('history.position');
  }
  if (!begun) {
    journal.takeIn(journal.dealsSince(0).map(({ ticket }) => ticket));
    journal.setFact(BEGUN, '1');
  }
  const subscribed = await link.request('subscribe', { symbols, tf: timeframe, ticks: true });
  if (subscribed.kind !== 'ok') return away('subscribe');
  const ours = positions.answer.positions.filter(
    (position) => position.magic === magic || feed.isOurs(position.ticket),
  );
  return {
    kind: 'reconciled',
    account: account.answer,
    specs: specs.answer.symbols,
    positions: [...ours, ...positions.answer.positions.filter((each) => !ours.includes(each))],
  };
}
