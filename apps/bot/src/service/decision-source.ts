import type { AccountInput } from '@quorate/contract/trade-sync';
import type { Usage } from '@quorate/contract/usage';
import { decisionFromWire, limitFromWire, snapshotHashOf } from '@quorate/run/wire';
import type {
  DecisionOutcome,
  DecisionRequest,
  ServiceLimit,
} from '@quorate/trading/analysts/decision';
import type { DecisionSource } from '@quorate/trading/loop/ports';
import type { CandleSeries } from '@quorate/trading/market/candle';
import { type Instant, instantFromIso } from '@quorate/values/instant';
import { BotFault } from '../bot-fault.ts';
import type { RecordedAnswer, RunJournal } from '../journal/run-journal.ts';
import type { VerdictWish } from '../profiles/verdict-settings.ts';
import type { StopSignal } from '../run/stop-signal.ts';
import { t } from '../words.ts';
import { createPlanPause, type PlanPause } from './plan-pause.ts';
import { createBarSender } from './send-bars.ts';
import type { Session } from './session.ts';

type DecisionSourceDeps = Readonly<{
  session: Pick<Session, 'call'>;
  journal: RunJournal;
  account: AccountInput;
  stop: StopSignal;
  /** Whether the account holds anything that still has to be managed. */
  holdsPositions(): boolean;
  /** Close of the newest candle: a limit that lasts longer ends the run. */
  lastClose: Instant;
  /** What the run trades on, one series a symbol. */
  series: readonly CandleSeries[];
  /** Reports what price did first after decisions, where that is known and not reported: before the next question. */
  reportTouches(): Promise<void>;
  /** Under which rules to decide. */
  verdict?: VerdictWish;
}>;

export type AskedService = DecisionSource &
  Readonly<{
    pause: PlanPause;
    /** Tokens the service counted for this run, earlier parts of it included. */
    tokensUsed(): number;
    /** As the service said last; null before its first answer. */
    usage(): Usage | null;
  }>;

/**
 * The service as the one who decides. What it has answered once is never asked again: a run that is
 * started again walks its candles from the first one, on the answers in its journal.
 */
export function askService(deps: DecisionSourceDeps): AskedService {
  const { journal, stop } = deps;
  const recorded = new Map(journal.recorded.map((entry) => [nameOf(entry), entry]));
  const newest = journal.recorded.at(-1)?.asOf ?? Number.NEGATIVE_INFINITY;
  const pause = createPlanPause({ ...deps, symbols: deps.series.length });
  const sender = createBarSender(
    deps.session,
    (name) => deps.series.find(({ symbol }) => symbol === name),
    deps.verdict,
  );
  let tokens = 0;
  let usage: Usage | null = null;

  function replay(entry: RecordedAnswer): DecisionOutcome {
    tokens += entry.tokens;
    if (entry.answer.kind === 'limit') pause.resume(entry, entry.answer);
    return entry.answer;
  }

  function keep(entry: RecordedAnswer): DecisionOutcome {
    journal.recordAnswer(entry);
    tokens += entry.tokens;
    return entry.answer;
  }

  function limited(bar: Bar, limit: ServiceLimit): DecisionOutcome {
    if (!pause.endsRun(limit)) {
      return keep({ ...bar, answer: { kind: 'limit', ...limit }, tokens: 0 });
    }
    return pause.begin(bar, limit);
  }

  async function ask(request: DecisionRequest, bar: Bar): Promise<DecisionOutcome> {
    // The service learns in the order of the bars, as a replay does.
    await deps.reportTouches();
    const outcome = await sender.ask({
      account: deps.account,
      snapshot: request.snapshot,
      snapshot_hash: bar.snapshotHash,
      trades_opened_today: request.tradesOpenedToday,
    });
    switch (outcome.kind) {
      case 'ok': {
        const { decision } = outcome.reply;
        usage = outcome.reply.usage;
        if (decision.snapshot_hash !== bar.snapshotHash) {
          throw new BotFault(
            'service_refused',
            t`The service answered about another bar than the one of ${{ asOf: request.snapshot.as_of }}.`,
          );
        }
        return keep({
          ...bar,
          answer: decisionFromWire(decision, deps.account),
          tokens: decision.tokens,
        });
      }
      case 'stopped':
        return {
          kind: 'unavailable',
          code: 'interrupted',
          message: 'The run was interrupted before the service answered.',
        };
      case 'gave-up':
        stop.stop({ kind: 'service-unreachable', message: outcome.reason });
        return { kind: 'unavailable', code: 'service_unreachable', message: outcome.reason };
      case 'refused': {
        const limit = limitFromWire(outcome);
        if (limit) return limited(bar, limit);
        throw new BotFault(
          'service_refused',
          t`The service refused the bar of ${{ asOf: request.snapshot.as_of }}: ${{ message: outcome.message }} (request ${{ requestId: outcome.requestId }})`,
        );
      }
    }
  }

  return {
    pause,
    tokensUsed: () => tokens,
    usage: () => usage,
    decide(request) {
      const asOf = instantFromIso(request.snapshot.as_of);
      const { symbol } = request.snapshot;
      const bar = { symbol, asOf, snapshotHash: snapshotHashOf(request.snapshot) };
      const known = recorded.get(nameOf(bar));
      if (known?.snapshotHash === bar.snapshotHash) return replay(known);
      if (known || asOf < newest) {
        throw new BotFault(
          'run_damaged',
          t`The journal of this run does not fit the bar of ${{ symbol }} at ${{ asOf: request.snapshot.as_of }}: it was written by a bot that trades otherwise. Move its folder away to begin the run again.`,
        );
      }
      return ask(request, bar);
    },
  };
}

type Bar = Readonly<{ symbol: string; asOf: Instant; snapshotHash: string }>;

/** Several symbols close at the same moment. */
function nameOf({ symbol, asOf }: Pick<Bar, 'symbol' | 'asOf'>): string {
  return `${asOf} ${symbol}`;
}
