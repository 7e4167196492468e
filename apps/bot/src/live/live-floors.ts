import {
  floorsState,
  getBotRuleSet,
  reportFloors,
  ruleSet as ruleSetSchema,
} from '@quorate/contract/rule-sets';
import type { AccountInput } from '@quorate/contract/trade-sync';
import type { Position } from '@quorate/trading/account/position';
import { valuationOf } from '@quorate/trading/account/valuation';
import { floorMinor, nextFloorTurn } from '@quorate/trading/governor/floors';
import { addPosition, noRisk, type RiskSum, termsOf } from '@quorate/trading/governor/headroom';
import { floorsToJson, ruleSetToJson } from '@quorate/trading/governor/rule-set-json';
import { instantFromIso, isoFromInstant } from '@quorate/values/instant';
import { money, moneyToNumber } from '@quorate/values/money';
import type { Session } from '../service/session.ts';
import type { Timers } from '../timers.ts';
import type { LiveJournal } from './live-journal.ts';
import { CASH, type LiveRun } from './live-run.ts';

/** Reads the account's rules from the service and reports how its floors stand. */
export type LiveFloors = Readonly<{
  /** Reads the rules once; where the service does not answer, those of before hold. */
  read(): Promise<void>;
  /** Called again and again: reports what is due. */
  look(): Promise<void>;
  /** The floors, or what is open, have changed. */
  changed(): void;
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
/** A report while nothing changes, and how often at most while something does. */
const REPORT_MS = 30_000;
const LEAST_MS = 5_000;
const SEQ = 'floors_seq';

export function createLiveFloors(deps: LiveFloorsDeps): LiveFloors {
  const { session, run, journal, account, timers, notify } = deps;
  const rules = run.governed?.rules ?? null;
  let reportedAt = Number.NEGATIVE_INFINITY;
  let due = true;
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

  async function report(): Promise<void> {
    const state = rules?.floors() ?? null;
    if (rules === null || state === null || !run.terminal.isReady()) return;
    const { terminal } = run;
    const now = timers.now();
    const { equity, balance } = await terminal.broker.account();
    const open = [...(await terminal.broker.positions()), ...(await terminal.broker.others())];
    const risk = openRisk(run, open);
    const seq = Number(journal.fact(SEQ) ?? '0') + 1;
    journal.setFact(SEQ, String(seq));
    const amount = (minor: number) => moneyToNumber(money(minor, equity.currency));
    const floor = floorMinor(state);
    const outcome = await session.callOnce(
      reportFloors,
      {
        body: {
          account,
          run_id: deps.runId,
          seq,
          at: isoFromInstant(now),
          rule_set: ruleSetSchema.parse(ruleSetToJson(rules.ruleSet())),
          state: floorsState.parse(floorsToJson(state)),
          revision: rules.revision(),
          rebase_id: rules.rebaseId(),
          equity: moneyToNumber(equity),
          balance: moneyToNumber(balance),
          floor: amount(floor),
          open_risk: risk && amount(risk.openRiskMinor),
          headroom: risk && amount(equity.minor - risk.openRiskMinor - floor),
          if_stopped: risk && amount(equity.minor - risk.atStopsMinor),
          open_positions: open.length,
          next_turn: isoFromInstant(nextFloorTurn(rules.ruleSet(), now)),
          cash_flow: amount(Number(journal.fact(CASH) ?? '0')),
        },
      },
      { signal: AbortSignal.timeout(CALL_MS) },
    );
    if (outcome.kind !== 'ok') return;
    reportedAt = now;
    due = false;
    const { revision, rebase, peaks_minor } = outcome.reply;
    rules.heardPeaks(peaks_minor);
    const isNew = revision > rules.revision() || (rebase && rebase.rebase_id !== rules.rebaseId());
    if (isNew) await read();
  }

  return {
    read,
    async look() {
      const since = timers.now() - reportedAt;
      if (since >= REPORT_MS || (due && since >= LEAST_MS)) await report();
    },
    changed() {
      due = true;
    },
  };
}

/** What everything open loses at its stops; null where something cannot be valued, or has no stop. */
function openRisk(
  { terminal: { broker, terms } }: Pick<LiveRun, 'terminal'>,
  open: readonly Position[],
): Readonly<RiskSum> | null {
  const sum = noRisk();
  for (const position of open) {
    const instrument = terms().instruments.get(position.symbol);
    const valuation = instrument && valuationOf(instrument, terms().currency, broker.rates);
    const quote = broker.quote(position.symbol);
    if (!instrument || !quote || valuation?.kind !== 'valuation' || !position.stopLoss) return null;
    const reserve = 2 * Math.max(0, quote.ask - quote.bid);
    addPosition(sum, position, termsOf(instrument, valuation, quote, reserve), 0);
  }
  return {
    atStopsMinor: Math.round(sum.atStopsMinor),
    openRiskMinor: Math.ceil(sum.openRiskMinor),
    worstBeyondMinor: Math.ceil(sum.worstBeyondMinor),
    closingMinor: Math.ceil(sum.closingMinor),
  };
}
