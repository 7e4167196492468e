import type { Snapshot } from '@quorate/trading/snapshot';
import { snapshotHashOf } from '../../apps/bot/src/service/wire.ts';

/** What the bot sends to have a snapshot analysed. */
export function analyseBody(snapshot: Snapshot): unknown {
  return {
    account: { server: 'Bench', login: '1', account_type: 'demo', currency: 'USD' },
    snapshot,
    snapshot_hash: snapshotHashOf(snapshot),
    trades_opened_today: 0,
  };
}
