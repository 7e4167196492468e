import { currencyDigits, currencyOf } from '@quorate/values/money';
import { z } from 'zod';
import type { Profile } from '../profiles/profile.ts';

const latch = z.number().nullish();
const told = z.object({
  connected: z.boolean(),
  halted: z.boolean(),
  limits: z
    .object({
      dayStartMinor: z.number(),
      weekStartMinor: z.number(),
      openedToday: z.number(),
      dailyLossLatch: latch,
      weeklyLossLatch: latch,
      weeklyProfitLatch: latch,
      drawdownLatch: latch,
      lossesLatch: latch,
    })
    .nullable(),
  account: z.object({ login: z.string(), server: z.string(), trade_mode: z.string() }),
  currency: z.string().regex(/^[A-Z]{3}$/),
  balance: z.number(),
  equity: z.number(),
  positions: z.array(
    z.object({
      ticket: z.string(),
      symbol: z.string(),
      side: z.string(),
      lots: z.string(),
      open_price: z.string(),
      sl: z.string().nullable(),
      profit: z.string(),
    }),
  ),
  unsettled_orders: z.array(z.string()),
  last_decision: z.string().nullish(),
  log_key_changed: z.object({ pinned: z.string(), served: z.string() }).nullish(),
});
type Told = z.output<typeof told>;

/**
 * What a running bot says of itself, with how much of each limit is used. An answer of another shape is
 * printed as it is.
 *
 * @param body a JSON document of the running bot
 */
export function statusText(profile: Profile, body: unknown): string {
  const parsed = told.safeParse(body);
  if (!parsed.success) return documentText(profile.configuration_name, body);
  const { connected, halted, account, currency, balance, equity, positions } = parsed.data;
  const digits = currencyDigits(currencyOf(currency));
  const rows: readonly (readonly [string, string])[] = [
    ['state', `${connected ? 'connected' : 'waiting for the terminal'}, ${stateOf(halted)}`],
    ...logKeyRows(parsed.data.log_key_changed),
    ['account', `${account.login} at ${account.server} (${account.trade_mode})`],
    ['balance', `${balance.toFixed(digits)} ${currency}, equity ${equity.toFixed(digits)}`],
    ...limitRows(parsed.data, profile, digits),
    ['positions', positions.length === 0 ? 'none' : String(positions.length)],
    ...positions.map((each) => ['', positionText(each)] as const),
    ['decided last', parsed.data.last_decision ?? 'nothing yet'],
    ...parsed.data.unsettled_orders.map((key) => ['asked about', `order ${key}`] as const),
  ];
  const lines = rows.map(([name, value]) => `  ${name.padEnd(12)} ${value}\n`);
  return `${profile.configuration_name}\n${lines.join('')}`;
}

/** @returns the open positions of an answer to `status` in one line, or null where it does not tell them */
export function openText(body: unknown): string | null {
  const parsed = told.pick({ positions: true }).safeParse(body);
  if (!parsed.success) return null;
  const { positions } = parsed.data;
  return positions.length === 0
    ? 'nothing, but an order is on its way'
    : positions.map(positionText).join('; ');
}

/** A warning, before everything else that is said of the account. */
function logKeyRows(changed: Told['log_key_changed']): readonly (readonly [string, string])[] {
  if (!changed) return [];
  return [
    ['WARNING', 'the key of the public log has changed, and nothing vouches for the new one'],
    ['pinned', changed.pinned],
    ['now', changed.served],
    ['', 'ask the operator, then: bot log-key --accept KEY'],
  ];
}

function stateOf(halted: boolean): string {
  return halted ? 'halted: nothing new is opened until resume' : 'trading';
}

function limitRows(
  { limits, equity }: Told,
  { risk }: Profile,
  digits: number,
): readonly (readonly [string, string])[] {
  if (limits === null) return [];
  const since = (startMinor: number) => {
    const start = startMinor / 10 ** digits;
    const result = equity - start;
    const percent = start > 0 ? ` (${signed((100 * result) / start, 2)} %)` : '';
    return `${signed(result, digits)}${percent}`;
  };
  const profit = risk.weekly_profit_limit_percent;
  const met = [
    ['daily loss limit', limits.dailyLossLatch],
    ['weekly loss limit', limits.weeklyLossLatch],
    ['weekly profit limit', limits.weeklyProfitLatch],
    ['drawdown pause', limits.drawdownLatch],
    ['pause after losses', limits.lossesLatch],
  ].flatMap(([name, value]) => (value === null || value === undefined ? [] : [String(name)]));
  return [
    [
      'today',
      `${since(limits.dayStartMinor)}, limit -${risk.daily_loss_limit_percent} %; ${limits.openedToday} of ${risk.maximum_daily_trades} trades opened`,
    ],
    [
      'this week',
      `${since(limits.weekStartMinor)}, limit -${risk.weekly_loss_limit_percent} %${profit === null ? '' : ` and +${profit} %`}`,
    ],
    ['limits met', met.length === 0 ? 'none' : met.join(', ')],
  ];
}

function positionText(position: Told['positions'][number]): string {
  const { ticket, symbol, side, lots, open_price: price, sl, profit } = position;
  return `${ticket} ${side} ${lots} ${symbol} at ${price}, stop ${sl ?? 'MISSING'}, ${profit}`;
}

function signed(value: number, digits: number): string {
  const text = value.toFixed(digits);
  return value > 0 ? `+${text}` : text.replace(/^-(0(\.0*)?)$/, '$1');
}

/**
 * A JSON document as lines of name and value; groups are indented, lists numbered.
 *
 * @param title the first line
 */
export function documentText(title: string, document: unknown): string {
  return `${title}\n${linesOf(document, '  ').join('\n')}\n`;
}

function linesOf(value: unknown, indent: string): readonly string[] {
  if (typeof value !== 'object' || value === null) return [`${indent}${plain(value)}`];
  const entries: readonly (readonly [string, unknown])[] = Array.isArray(value)
    ? value.map((each, at) => [`${at + 1}`, each] as const)
    : Object.entries(value);
  return entries.flatMap(([name, inner]) => {
    const label = name.replaceAll('_', ' ');
    if (typeof inner !== 'object' || inner === null) {
      return [`${indent}${label.padEnd(22)} ${plain(inner)}`];
    }
    if (Object.keys(inner).length === 0) return [`${indent}${label.padEnd(22)} none`];
    return [`${indent}${label}`, ...linesOf(inner, `${indent}  `)];
  });
}

function plain(value: unknown): string {
  if (value === null || value === undefined) return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
