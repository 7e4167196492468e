import { login } from '@quorate/contract/account';
import { SYNC_BATCH_MAX, syncTrades, type TradeInput } from '@quorate/contract/trade-sync';

const SYMBOLS = ['EURUSD', 'GBPUSD', 'XAUUSD', 'AUDUSD', 'USDCAD'];
const RESULTS = [150, -100, -100, 260.5, -40.25, 75.1, -100, 0, 310.75, -98.6, 20];
const HOUR_MS = 3_600_000;

/**
 * Closed trades of weekdays, the newest at `end`, so many hours apart. Some win, some lose, one in eleven
 * breaks even; every ninth has no stop.
 */
export function madeUpTrades(count: number, end: Date, hoursApart = 7): TradeInput[] {
  const trades: TradeInput[] = [];
  let time = end.getTime();
  while (trades.length < count) {
    const closed = new Date(time);
    time -= hoursApart * HOUR_MS;
    if (closed.getUTCDay() === 0 || closed.getUTCDay() === 6) continue;
    const at = trades.length;
    const gross = RESULTS[at % RESULTS.length] ?? 0;
    const commission = gross === 0 ? 0 : -0.7;
    const hasStop = at % 9 !== 0;
    trades.push({
      position_ticket: String(100_000 + at),
      symbol: SYMBOLS[(at * at) % SYMBOLS.length] ?? 'EURUSD',
      trade_type: at % 3 === 0 ? 'SELL' : 'BUY',
      volume: (1 + (at % 5)) / 10,
      digits: 5,
      open_price: 1.08214,
      close_price: 1.08643,
      stop_loss: hasStop ? 1.08 : null,
      take_profit: null,
      opened_at: new Date(closed.getTime() - (1 + (at % 5)) * HOUR_MS).toISOString(),
      closed_at: closed.toISOString(),
      status: 'CLOSED',
      gross_profit: gross,
      commission,
      swap: 0,
      fee: 0,
      profit: Math.round((gross + commission) * 100) / 100,
      initial_risk: hasStop ? 100 : null,
      decision_id: null,
      revision: 1,
    });
  }
  return trades;
}

/** Signs in by the service's own call. @returns the token */
export async function tokenOf(
  serviceUrl: string,
  person: { username: string; password: string },
): Promise<string> {
  const { access_token } = (await sent(serviceUrl + login.path, {
    username_or_email: person.username,
    password: person.password,
  })) as { access_token: string };
  return access_token;
}

/** Gives somebody a record of trades, as their bot would. One in five is of a real account, the others of a demo. */
export async function sendTrades(
  serviceUrl: string,
  token: string,
  trades: readonly TradeInput[],
): Promise<void> {
  for (const kind of ['demo', 'real'] as const) {
    const account = { server: 'Broker', login: kind, account_type: kind, currency: 'USD' };
    const own = trades.filter((_, at) => (at % 5 === 4) === (kind === 'real'));
    for (let from = 0; from < own.length; from += SYNC_BATCH_MAX) {
      const batch = { account, trades: own.slice(from, from + SYNC_BATCH_MAX) };
      await sent(serviceUrl + syncTrades.path, batch, token);
    }
  }
}

async function sent(address: string, body: unknown, token?: string): Promise<unknown> {
  const reply = await fetch(address, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  if (!reply.ok) throw new Error(`${address} answered ${reply.status}: ${await reply.text()}`);
  return reply.json();
}
