import { createHash } from 'node:crypto';
import { canonicalJson } from '@quorate/trading/canonical-json';
import { asOfFault, shapeFault } from '@quorate/trading/plausible';
import type { UserId } from '@quorate/values/ids';
import { AppError, validationError } from '../../http/app-error.ts';
import { decideBar } from './decide-bar.ts';
import type { AnalyseInput, Analysis, DecisionDeps } from './decisions.deps.ts';
import type { Bar } from './decisions.queries.ts';
import { decisionOnRecord } from './settle.ts';
import type { UnderWay } from './under-way.ts';

type AnalyseDeps = DecisionDeps & Readonly<{ underWay: UnderWay }>;

/**
 * Votes on a snapshot, meters what that took and stores the decision with every vote, all or nothing.
 * The same bar asked again is answered from the record and costs nothing; asked while it is decided, it
 * waits for that decision and shares its failure. Decided by another copy of the service, it waits as well,
 * and is decided here when that one fails or dies.
 *
 * @param gone aborted when the caller has gone; the vote is called off when everybody who waits for it has
 * @throws AppError snapshot_hash_mismatch, validation_failed for what cannot be, decision_conflict, rate_limited, or the plan limit that was reached
 */
export async function analyseSnapshot(
  deps: AnalyseDeps,
  userId: UserId,
  input: AnalyseInput,
  gone: AbortSignal,
): Promise<Analysis> {
  checkHash(input);
  expectPlausible(input, deps.clock.now());
  const { account, snapshot } = input;
  const { server, login } = account;
  const { symbol, timeframe, as_of } = snapshot;
  const bar = { userId, account: { server, login }, symbol, timeframe, asOf: new Date(as_of) };
  const question = questionOf(bar);
  const name = JSON.stringify([userId, question]);
  for (;;) {
    const known = await decisionOnRecord(deps.db, bar, input.snapshot_hash);
    if (known) {
      const entitled = await deps.readEntitlements(deps, userId);
      return { decision: known, usage: await deps.metering.readUsage(deps, userId, entitled) };
    }
    const joined = deps.underWay.join(name, gone);
    if (joined) {
      await joined;
      continue;
    }
    const decided = await deps.underWay.run(name, gone, (signal) =>
      decideBar(deps, bar, input, { question, unwanted: signal }),
    );
    if (decided) return decided;
  }
}

/** @throws AppError validation_failed for a moment or bars that cannot be */
function expectPlausible({ snapshot }: AnalyseInput, now: number): void {
  const { timeframe, as_of, bars } = snapshot;
  const faults = [
    { field: 'snapshot.as_of', message: asOfFault(timeframe, Date.parse(as_of), now) },
    { field: 'snapshot.bars', message: shapeFault(bars) },
  ].flatMap(({ field, message }) => (message === null ? [] : [{ field, message }]));
  if (faults.length > 0) throw validationError(faults);
}

/** A user's name for what is asked about a bar; the same on every copy of the service. */
function questionOf({ account, symbol, timeframe, asOf }: Bar): string {
  return JSON.stringify([account.server, account.login, symbol, timeframe, asOf]);
}

function checkHash({ snapshot, snapshot_hash }: AnalyseInput): void {
  const actual = createHash('sha256').update(canonicalJson(snapshot)).digest('hex');
  if (actual !== snapshot_hash) {
    throw new AppError('snapshot_hash_mismatch', {
      details: { limit: actual, actual: snapshot_hash },
    });
  }
}
