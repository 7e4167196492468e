import { setTimeout as sleep } from 'node:timers/promises';
import type { OutcomeInput } from '@quorate/contract/decision-outcomes';
import type { DecisionReply } from '@quorate/contract/decisions';
import type { HostedSettings } from '@quorate/contract/hosted-accounts';
import type { ShownAccount } from '@quorate/contract/trade-sync';
import { decisionFromWire, limitFromWire, snapshotHashOf } from '@quorate/run/wire';
import type { DecisionOutcome, DecisionRequest } from '@quorate/trading/analysts/decision';
import type { DecisionSource } from '@quorate/trading/loop/ports';
import type { TradingAccountId, UserId } from '@quorate/values/ids';
import { type Instant, instantFromIso } from '@quorate/values/instant';
import type { Db } from '../../db/tables.ts';
import { AppError } from '../../http/app-error.ts';
import { hostedDecided } from '../../process/telemetry/events.ts';
import type { AskedTogether } from '../decisions/decide-together.ts';
import type { AnalyseInput, Analysis } from '../decisions/decisions.deps.ts';
import type { Turn } from './hosted.queries.ts';

/** Whom a hosted account asks: `free` costs no tokens, the others do. */
export type Payer = 'free' | HostedSettings['analysts'];

export type HostedDecisions = Readonly<{
  /** With what other accounts ask at the same moment; null where the question is to be asked by itself. */
  decideTogether(payer: Payer, asked: AskedTogether): Promise<DecisionReply | null>;
  analyse(payer: Payer, userId: UserId, input: AnalyseInput, gone: AbortSignal): Promise<Analysis>;
  storeOutcomes(db: Db, userId: UserId, outcomes: readonly OutcomeInput[]): Promise<void>;
  log: Readonly<{ error(fields: object, message: string): void }>;
}>;

type Asking = Readonly<{
  turn: Turn;
  account: ShownAccount;
  accountId: TradingAccountId;
  analysts: HostedSettings['analysts'];
  isFast(): boolean;
  isTaken(symbol: string, asOf: Instant): boolean;
  /** Reports first touches that are not stored yet: before the next question is put. */
  tellTouches(): Promise<void>;
  /** Aborted when the run is to end. */
  signal: AbortSignal;
  /** A question was broken off by that: its bar is undecided, and decided again by whoever goes on. */
  brokenOff(): void;
}>;

/** A database that is away for longer than all of these keeps the bar from being decided. */
const AGAIN_MS = [250, 1_000, 4_000, 10_000];

/** The service as the one who decides, asked within the process. */
export function askHosted(decisions: HostedDecisions, asking: Asking): DecisionSource {
  const { turn, account, accountId, analysts, signal } = asking;

  async function ask(request: DecisionRequest): Promise<DecisionOutcome> {
    await asking.tellTouches();
    const { snapshot } = request;
    const payer = asking.isFast() ? 'free' : analysts;
    const input = {
      account,
      snapshot,
      snapshot_hash: snapshotHashOf(snapshot),
      trades_opened_today: request.tradesOpenedToday,
    };
    const { userId } = turn;
    const plain = await decisions.decideTogether(payer, { userId, accountId, input });
    const decision = plain ?? (await decisions.analyse(payer, userId, input, signal)).decision;
    hostedDecided.publish({ payer });
    return decisionFromWire(decision);
  }

  return {
    async decide(request) {
      const { symbol, as_of } = request.snapshot;
      if (asking.isTaken(symbol, instantFromIso(as_of)))
        return {
          kind: 'unavailable',
          code: 'position_open',
          message: `${symbol} is opened on another timeframe at this very moment.`,
        };
      for (const [at, ms] of [...AGAIN_MS, null].entries()) {
        try {
          return await ask(request);
        } catch (error) {
          if (signal.aborted) {
            asking.brokenOff();
            break;
          }
          const answer = answerOf(error);
          if (answer) return answer;
          decisions.log.error(
            { err: error, hosted_id: turn.id, tries: at + 1 },
            'a hosted account could not ask',
          );
          if (ms === null) break;
          await sleep(ms, undefined, { signal }).catch(() => {});
        }
      }
      return {
        kind: 'unavailable',
        code: 'internal',
        message: 'The bar was not decided: the service could not store a decision.',
      };
    },
  };
}

/** A limit of the plan, or another answer that asking again would not change; null for a fault. */
function answerOf(error: unknown): DecisionOutcome | null {
  if (isAccountGone(error))
    return { kind: 'unavailable', code: 'not_found', message: 'The account is deleted.' };
  if (!(error instanceof AppError)) return null;
  const { code, message, details = {} } = error;
  const plain = Object.fromEntries(
    Object.entries(details).flatMap(([name, value]) =>
      typeof value === 'string' || typeof value === 'number' ? [[name, value]] : [],
    ),
  );
  const limit = limitFromWire({ code, message, details: plain });
  if (limit) return { kind: 'limit', ...limit };
  return error.status < 500 ? { kind: 'unavailable', code, message } : null;
}

/** Its owner has deleted it while the bar was decided on. */
function isAccountGone(error: unknown): boolean {
  const constraint = error instanceof Error && 'constraint' in error ? error.constraint : undefined;
  return String(constraint).endsWith('_user_id_account_id_fkey');
}
