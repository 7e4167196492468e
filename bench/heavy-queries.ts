import { PAGE_SIZES } from '@quorate/contract/reply';
import { EXIT_REASONS, TRADE_RESULTS } from '@quorate/contract/trade-filter';
import { SORT_KEYS } from '@quorate/contract/trades';
import { DAYS } from './heavy-user.ts';

const ZONES = [
  'UTC',
  'America/New_York',
  'Europe/Berlin',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Pacific/Chatham',
];
/** For these somebody with a million trades finds a page in kept counts. */
const KEPT_SORTS = ['trade_time', 'symbol', 'volume', 'profit'] as const;
const SORTED_DEPTH = 50_000;
const SHARES = { all: 1, demo: 0.8, real: 0.2 } as const;

/** The same numbers in every run. @returns numbers from 0 to 1 */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

type Random = () => number;
const pick = <T>(random: Random, from: readonly T[]): T =>
  from[Math.floor(random() * from.length)] as T;

/** A filter by chance: any period, zone and type of account. */
function filter(random: Random): { query: string; share: number } {
  const type = pick(random, ['all', 'all', 'demo', 'real'] as const);
  const period = pick(random, ['all', 'daily', 'weekly', 'monthly', 'custom', 'custom']);
  const length =
    { all: DAYS, daily: 1, weekly: 7, monthly: 30 }[period] ?? 1 + Math.floor(random() * 600);
  const start = new Date(
    Date.now() - (length + Math.floor(random() * (DAYS - length))) * 86_400_000,
  );
  const end = new Date(start.getTime() + (length - 1) * 86_400_000);
  const day = (date: Date) => date.toISOString().slice(0, 10);
  const query = new URLSearchParams({ period, time_zone: pick(random, ZONES) });
  if (period === 'custom') {
    query.set('start_date', day(start));
    query.set('end_date', day(end));
  }
  if (type !== 'all') query.set('account_type', type);
  return { query: query.toString(), share: (SHARES[type] * length) / DAYS };
}

/** Every page of the history: any filter and size; by time to the end, by anything else to 50,000 rows. */
export function pagePaths(userId: string, trades: number, count: number, seed: number): string[] {
  const random = randomNumbers(seed);
  return Array.from({ length: count }, () => {
    const { query, share } = filter(random);
    const sort = random() < 0.4 ? 'trade_time' : pick(random, KEPT_SORTS);
    const size = pick(random, PAGE_SIZES);
    const rows = Math.min(trades * share, sort === 'trade_time' ? trades : SORTED_DEPTH);
    const page = 1 + Math.floor((random() * rows) / size);
    const order = random() < 0.5 ? 'asc' : 'desc';
    return `/api/bot/trade-statistics/${userId}?${query}&sort_by=${sort}&sort_order=${order}&per_page=${size}&page=${page}`;
  });
}

/** Every call of figures alone; a page of ten where the call has one. */
export function statisticsPaths(userId: string, count: number, seed: number): string[] {
  const random = randomNumbers(seed);
  return Array.from({ length: count }, () => {
    const { query } = filter(random);
    const kind = random();
    if (kind < 0.15) return '/api/user/success-rate';
    if (kind < 0.3)
      return `/api/user/trading-statistics?period=${pick(random, ['all', 'daily', 'weekly', 'monthly'])}&time_zone=${pick(random, ZONES)}`;
    if (kind < 0.65) return `/api/user/trade-charts?${query}`;
    return `/api/bot/trade-statistics/${userId}?${query}&per_page=10`;
  });
}

/** A page by any filter, sort, order, size and depth; `share` of the trades that a filter lets through is a guess. */
export function filteredPaths(
  userId: string,
  trades: number,
  count: number,
  seed: number,
): string[] {
  const random = randomNumbers(seed);
  return Array.from({ length: count }, () => {
    const { query, share } = filter(random);
    const fields = new URLSearchParams(query);
    let left = share;
    const narrow = (name: string, value: string, part: number) => {
      fields.set(name, value);
      left *= part;
    };
    if (random() < 0.25) narrow('symbol', pick(random, ['EURUSD', 'XAUUSD', 'NZDUSD']), 0.15);
    if (random() < 0.25) narrow('trade_type', pick(random, ['BUY', 'SELL']), 0.5);
    if (random() < 0.25) narrow('result', pick(random, TRADE_RESULTS), 0.4);
    if (random() < 0.2) narrow('exit_reason', pick(random, EXIT_REASONS), 0.2);
    if (random() < 0.15) narrow('tag', pick(random, ['news', 'fomo']), 0.01);
    if (random() < 0.15) narrow('text', pick(random, ['100', 'waited', '%', 'usd']), 0.1);
    const size = pick(random, PAGE_SIZES);
    fields.set('sort_by', pick(random, SORT_KEYS));
    fields.set('sort_order', pick(random, ['asc', 'desc']));
    fields.set('per_page', String(size));
    fields.set('page', String(1 + Math.floor((random() * trades * left) / size)));
    return `/api/bot/trade-statistics/${userId}?${fields}`;
  });
}
