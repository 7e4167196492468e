import { channel } from 'node:diagnostics_channel';
import type { TelemetryContext } from './context.ts';

/** An event of the service for log, metrics and traces. Publishing costs nothing while nobody subscribes. */
type EventChannel<Event> = Readonly<{
  hasSubscribers(): boolean;
  publish(event: Event): void;
  /** @returns what unsubscribes */
  subscribe(listener: (event: Event) => void): () => void;
}>;

function eventChannel<Event>(name: string): EventChannel<Event> {
  const inner = channel(name);
  return {
    hasSubscribers: () => inner.hasSubscribers,
    publish: (event) => {
      if (inner.hasSubscribers) inner.publish(event);
    },
    subscribe: (listener) => {
      const guarded = (event: unknown) => {
        try {
          listener(event as Event);
        } catch (error) {
          // A fault in a listener would end the process.
          process.emitWarning(`a listener of ${name} failed: ${String(error)}`);
        }
      };
      inner.subscribe(guarded);
      return () => {
        inner.unsubscribe(guarded);
      };
    },
  };
}

type RequestStart = Readonly<{
  /** Carried through all work that the request causes. */
  context: TelemetryContext;
  method: string;
  /** The pattern of the path, never the path: addresses of some pages hold a mailed token. */
  route: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
}>;

export type RequestEnd = RequestStart &
  Readonly<{
    status: number;
    seconds: number;
    /** Whether the caller disconnected before the whole answer was sent. */
    gone: boolean;
    userId: string | null;
  }>;

/** A refusal or fault, as the caller saw it. */
type FailureEvent = Readonly<{ route: string; code: string; status: number }>;

/** A database statement; `sql` has placeholders instead of values. */
type QueryEvent = Readonly<{ sql: string; seconds: number; failed: boolean }>;

export type CallOutcome = 'ok' | 'refused' | 'failed' | 'unreachable' | 'cancelled';

/** A call to an outside service: a model, the payment provider, a mail server, a push service. */
export type ProviderCall = Readonly<{
  provider: string;
  /** Without parameters: 'POST /transactions', 'send'. */
  operation: string;
  /** Ids that help to find it elsewhere; no content. */
  about: Readonly<Record<string, string | number>>;
  /** Headers sent with it; subscribers of its start may add some. */
  outgoing: Record<string, string>;
}>;

export type ProviderCallEnd = Readonly<{
  call: ProviderCall;
  seconds: number;
  outcome: CallOutcome;
  status: number | null;
  /** The provider's own id of the call. */
  providerRequestId: string | null;
}>;

type JobStart = Readonly<{ job: string; context: TelemetryContext }>;
type JobEnd = JobStart & Readonly<{ seconds: number; outcome: 'ok' | 'failed' }>;

/** One vote of a panel: who, its fault, and what it cost. */
type VoteEvent = Readonly<{
  analyst: string;
  provider: string;
  fault: string | null;
  inputTokens: number;
  outputTokens: number;
  costMicroUsd: number;
  latencyMs: number;
}>;

/** What an answer of the assistant's model cost, shown or not. */
export type AnswerEvent = Pick<VoteEvent, 'inputTokens' | 'outputTokens' | 'costMicroUsd'>;

export const requestStarted = eventChannel<RequestStart>('service.request.started');
export const requestFinished = eventChannel<RequestEnd>('service.request.finished');
export const requestFailed = eventChannel<FailureEvent>('service.request.failed');
export const queryFinished = eventChannel<QueryEvent>('service.query.finished');
export const callStarted = eventChannel<ProviderCall>('service.call.started');
export const callFinished = eventChannel<ProviderCallEnd>('service.call.finished');
export const jobStarted = eventChannel<JobStart>('service.job.started');
export const jobFinished = eventChannel<JobEnd>('service.job.finished');
export const voteCast = eventChannel<VoteEvent>('service.vote.cast');
export const answerFinished = eventChannel<AnswerEvent>('service.answer.finished');
export const barDecided = eventChannel<Readonly<{ action: string }>>('service.bar.decided');
/** A bar of a hosted account is taken: how many seconds after it was due. */
export const hostedBarTaken = eventChannel<Readonly<{ lateSeconds: number }>>(
  'service.hosted.bar_taken',
);
export const hostedDecided =
  eventChannel<Readonly<{ payer: 'free' | 'rules' | 'models' }>>('service.hosted.decided');
/** Accounts that a runner has taken from others that were not seen any more. */
export const hostedTakenOver = eventChannel<Readonly<{ accounts: number }>>(
  'service.hosted.taken_over',
);
export const hostedRunFailed = eventChannel<Readonly<{ hostedId: string }>>(
  'service.hosted.run_failed',
);
export const webhookProcessed = eventChannel<
  Readonly<{ outcome: string; ageSeconds: number | null }>
>('service.webhook.processed');
