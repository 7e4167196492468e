import { getAdminRecord, type RecordKeyChange } from '@quorate/contract/admin-record';
import { readNote, readVerifierKey, verifyNote } from '@quorate/tlog/note';
import type { WitnessSettings } from '../../../config/witnesses.ts';
import type { Db } from '../../../db/tables.ts';
import type { Route } from '../../../http/endpoint.ts';
import { isoTimes } from '../../../http/iso-times.ts';
import type { Clock } from '../../../process/clock.ts';
import { listKeys } from '../../records/log/log.queries.ts';
import { type LogKey, originOf } from '../../records/log/log-key.ts';
import { ownKeyText, readLogState, readWitnesses } from '../../records/log/log-state.ts';
import { findStampState } from '../../records/log/stamp.queries.ts';
import { worstOf } from '../health/health-checks.ts';
import { checksOf, witnessVerdict } from './record-checks.ts';

export type AdminRecordDeps = Readonly<{
  db: Db;
  clock: Clock;
  publicUrl: string;
  logKey: LogKey;
  witnesses: readonly WitnessSettings[];
}>;

const CHANGES_SHOWN = 20;

export function registerAdminRecord(route: Route, deps: AdminRecordDeps): void {
  const { db, clock, publicUrl } = deps;
  route(getAdminRecord, async () => {
    const now = clock.now();
    const state = await readLogState(db);
    const witnesses = await readWitnesses(db, deps.witnesses);
    const stamp = await findStampState(db);
    const own = ownKeyText(state, deps);
    const key = state.key ?? own;
    const { waiting_since: since, checkpoint_size: size, checkpoint_at: at } = state;
    const checks = checksOf({ state, own, witnesses, stamp, now });
    return {
      success: true,
      at: new Date(now).toISOString(),
      verdict: worstOf(checks.map(({ verdict }) => verdict)),
      checks,
      log: {
        name: state.origin ?? originOf(publicUrl),
        entries: state.size,
        waiting: state.waiting,
        waiting_since: since?.toISOString() ?? null,
        checkpoint: size === null || at === null ? null : { size, signed_at: at.toISOString() },
      },
      key: {
        text: key,
        id: readVerifierKey(key)?.id ?? '',
        may_sign: key === own,
        other: key === own ? null : own,
        changes: await changesOf(db),
      },
      witnesses: witnesses.map((witness) => {
        const { url: address, ...told } = isoTimes(witness);
        return { ...told, ...witnessVerdict(witness), address };
      }),
      stamp: stamp && isoTimes(stamp),
    };
  });
}

/** Each key of the log, the newest first, and whether the one before has signed that it follows. */
async function changesOf(db: Db): Promise<RecordKeyChange[]> {
  const keys = await listKeys(db, CHANGES_SHOWN + 1);
  const changes = keys.map(async ({ key, note, since }, at) => ({
    since: since.toISOString(),
    key,
    vouched: note === null ? null : await isSignedBy(note, keys[at + 1]?.key),
  }));
  return (await Promise.all(changes)).slice(0, CHANGES_SHOWN);
}

async function isSignedBy(note: string, keyText = ''): Promise<boolean> {
  const [read, key] = [readNote(note), readVerifierKey(keyText)];
  return read !== null && key !== null && (await verifyNote(read, key)).kind === 'signed';
}
