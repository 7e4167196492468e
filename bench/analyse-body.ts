import type { Snapshot } from '@quorate/trading/market/snapshot';
import { snapshotHashOf } from '../apps/bot/src/service/wire.ts';

/** What the bot sends to have a snapshot analysed; past ones are for paper accounts. */
export function analyseBody(snapshot: Snapshot, kind: 'paper' | 'terminal' = 'paper'): unknown {
  return {
    account: { kind, server: 'Bench', login: '1', account_type: 'demo', currency: 'USD' },
    snapshot,
    snapshot_hash: snapshotHashOf(snapshot),
    trades_opened_today: 0,
  };
}
