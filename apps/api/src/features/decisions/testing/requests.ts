import { createHash } from 'node:crypto';
import type { SnapshotDocument } from '@quorate/contract/decisions';
import { canonicalJson } from '@quorate/trading/market/canonical-json';
import { accountInput } from '../../../../test/helpers/builders.ts';
import { snapshotDocument } from '../../../../test/helpers/snapshot-document.ts';

/** Input of the call that analyses a snapshot, on a paper account: its days are those of the fixed bars below. */
export function request(snapshot: SnapshotDocument, changes: object = {}) {
  return {
    body: {
      account: accountInput({ kind: 'paper' }),
      snapshot,
      snapshot_hash: createHash('sha256').update(canonicalJson(snapshot)).digest('hex'),
      trades_opened_today: 0,
      ...changes,
    },
  };
}

/** Hourly bars from a Monday on. */
export function bar(index: number, changes: Partial<SnapshotDocument> = {}): SnapshotDocument {
  const as_of = new Date(Date.parse('2026-02-02T08:00:00Z') + index * 3_600_000).toISOString();
  return snapshotDocument({ as_of, ...changes });
}
