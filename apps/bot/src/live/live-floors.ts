import { getBotRuleSet, reportFloors } from '@quorate/contract/rule-sets';
import type { AccountInput } from '@quorate/contract/trade-sync';
import { instantFromIso } from '@quorate/values/instant';
import { money, moneyToNumber } from '@quorate/values/money';
import type { Session } from '../service/session.ts';
import type { Timers } from '../timers.ts';
import { keepShownFloors, shownFloorsNow } from './floors-now.ts';
import type { LiveJournal } from './live-journal.ts';
import { CASH, type LiveRun } from './live-run.ts';
import type { ShownFloors } from './shown-floors.ts';

/** Reads the account's rules from the service and reports how its floors stand. */
export type LiveFloors = Readonly<{
  /** Reads the rules once; where the service does not answer, those of before hold. */
  read(): Promise<void>;
  /** Called again and again: reports what is due. */
  look(): Promise<void>;
  /** The floors, or what is open, have changed. */
  changed(): void;
  /** Keeps how they stand for whoever looks once the run is over. */
  end(): Promise<void>;
}>;

type LiveFloorsDeps = Readonly<{
  session: Pick<Session, 'callOnce'>;
  run: Pick<LiveRun, 'governed' | 'terminal' | 'rulesChanged'>;
  journal: Pick<LiveJournal, 'fact' | 'setFact'>;
  account: AccountInput;
  runId: string;
  timers: Timers;
  notify(line: string): void;
}>;

const CALL_MS = 10_000;
/** A report while nothing changes, and how often at most while something does, or none is taken. */
const REPORT_MS = 30_000;
const LEAST_MS = 5_000;
const SEQ = 'floors_seq';

export function createLiveFloors(deps: LiveFloorsDeps): LiveFloors {
  const { session, run, journal, account, timers, notify } = deps;
  const rules = run.governed?.rules ?? null;
  let triedAt = Number.NEGATIVE_INFINITY;
  let due = true;
  let isKept = false;
  let told = '';

  function tell(line: string): void {
    if (line !== told) notify(line);
    told = line;
  }

  async function read(): Promise<void> {
    if (rules === null) return;
    const outcome = await session.callOnce(
      getBotRuleSet,
      { query: { server: account.server, login: account.login } },
      { signal: AbortSignal.timeout(CALL_MS) },
    );
    if (outcome.kind !== 'ok') {
      const why = outcome.kind === 'unreachable' ? outcome.reason : outcome.message;
      tell(`The rules of this account cannot be read (${why}); "${rules.ruleSet().name}" holds.`);
      return;
    }
    const { rule_set, revision, floors, rebase, carried_lock } = outcome.reply;
    const other = rules.take({
      ruleSet: rule_set,
      revision,
      floors,
      rebaseId: rebase?.rebase_id ?? null,
      lock: carried_lock && {
        until: carried_lock.until === null ? null : instantFromIso(carried_lock.until),
      },
    });
    if (!other) return;
    tell(`The rules of this account are now "${rules.ruleSet().name}".`);
    run.rulesChanged();
  }

  async function keep(): Promise<ShownFloors | null> {
    const shown = rules && (await shownFloorsNow(run, timers.now()));
    isKept = shown !== null;
    keepShownFloors(journal, shown);
    return shown;
  }

  async function report(): Promise<void> {
    if (run.terminal.isReady()) await run.terminal.broker.positions();
    const now = timers.now();
    const shown = await keep();
    if (rules === null || shown === null) return;
    const { reported_at: _, entries_off: _off, warning: _warning, ...floors } = shown;
    const { currency } = run.terminal.terms();
    const seq = Number(journal.fact(SEQ) ?? '0') + 1;
    journal.setFact(SEQ, String(seq));
    triedAt = now;
    due = false;
    const cash = money(Number(journal.fact(CASH) ?? '0'), currency);
    const outcome = await session.callOnce(
      reportFloors,
      {
        body: {
          ...floors,
          account,
          run_id: deps.runId,
          seq,
          rebase_id: rules.rebaseId(),
          cash_flow: moneyToNumber(cash),
        },
      },
      { signal: AbortSignal.timeout(CALL_MS) },
    );
    if (outcome.kind !== 'ok') {
      due = true;
      return;
    }
    const { revision, rebase, peaks_minor } = outcome.reply;
    rules.heardPeaks(peaks_minor);
    const isNew = revision > rules.revision() || (rebase && rebase.rebase_id !== rules.rebaseId());
    if (isNew) await read();
  }

  return {
    read,
    async look() {
      const since = timers.now() - triedAt;
      if (since >= REPORT_MS || (due && since >= LEAST_MS)) await report();
      else if (!isKept) await keep();
    },
    changed() {
      due = true;
      isKept = false;
    },
    async end() {
      // A terminal that has gone tells nothing more; what was kept before stays.
      if (!isKept) await keep().catch(() => {});
    },
  };
}
