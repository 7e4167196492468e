import { createHash } from 'node:crypto';
import { analyse, type DecisionReply, type SnapshotDocument } from '@quorate/contract/decisions';
import { canonicalJson } from '@quorate/trading/market/canonical-json';
import type { Person } from './account.ts';
import { tokenOf } from './record.ts';

/** Has a rising market decided on, as a bot does. */
export async function decide(serviceUrl: string, person: Person): Promise<DecisionReply> {
  const snapshot = risingMarket();
  const body = {
    account: {
      kind: 'paper',
      login: '71000001',
      server: 'Demo-Server',
      currency: 'USD',
      account_type: 'demo',
    },
    snapshot,
    snapshot_hash: createHash('sha256').update(canonicalJson(snapshot)).digest('hex'),
    trades_opened_today: 0,
  };
  const answer = await fetch(serviceUrl + analyse.path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${await tokenOf(serviceUrl, person)}`,
    },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${analyse.path} answered ${answer.status}: ${text}`);
  return analyse.reply.parse(JSON.parse(text)).decision;
}

function risingMarket(): SnapshotDocument {
  const bars = Array.from({ length: 30 }, (_, index): [number, number, number, number] => {
    const close = (index - 29) / 4;
    return [close - 0.25, close + 0.25, close - 0.5, close];
  });
  return {
    v: 1,
    symbol: 'EURUSD',
    timeframe: 'H1',
    as_of: '2026-02-02T08:00:00.000Z',
    digits: 5,
    atr_points: 120,
    spread_points: 8,
    bars,
    indicators: {
      close_less_ema20: 1.8,
      close_less_ema50: 3.1,
      ema20_less_ema50: 1.3,
      adx14: 34.2,
      plus_di14: 31.5,
      minus_di14: 11.2,
      rsi14: 64.8,
      zscore20: 1.6,
      above_high20: 0.3,
      below_low20: -4.9,
      atr_ratio50: 1.12,
    },
    session: 'europe',
  };
}
