import type { TelemetryContext } from './context.ts';
import { happening } from './happening.ts';

export type RequestNews = Readonly<{
  /** Who asked for what is in here for all that the request brings about. */
  context: TelemetryContext;
  method: string;
  /** The pattern of the path, never the path: addresses of some pages hold a mailed token. */
  route: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
}>;

export type RequestEnd = RequestNews &
  Readonly<{
    status: number;
    seconds: number;
    /** Whether its caller went before the whole answer was sent. */
    gone: boolean;
    userId: string | null;
  }>;

/** A refusal or fault as its caller was told of it. */
export type FailureNews = Readonly<{ route: string; code: string; status: number }>;

/** A statement of the database; `sql` has places where the values stand. */
export type QueryNews = Readonly<{ sql: string; seconds: number; failed: boolean }>;

export type CallOutcome = 'ok' | 'refused' | 'failed' | 'unreachable' | 'cancelled';

/** A call to somebody outside: a model, the payment provider, a mail server, a push service. */
export type ProviderCall = Readonly<{
  provider: string;
  /** What is asked, without what it is asked with: 'POST /transactions', 'send'. */
  operation: string;
  /** Ids that help to find it elsewhere; nothing of what was said. */
  about: Readonly<Record<string, string | number>>;
  /** Headers that go with it; whoever hears of its beginning may add some. */
  outgoing: Record<string, string>;
}>;

export type ProviderCallEnd = Readonly<{
  call: ProviderCall;
  seconds: number;
  outcome: CallOutcome;
  status: number | null;
  /** The name that the provider has given to the call. */
  providerRequestId: string | null;
}>;

export type JobNews = Readonly<{ job: string; context: TelemetryContext }>;
export type JobEnd = JobNews & Readonly<{ seconds: number; outcome: 'ok' | 'failed' }>;

/** What a model was asked for and what that took; one for each vote of a panel. */
export type VoteNews = Readonly<{
  analyst: string;
  provider: string;
  fault: string | null;
  inputTokens: number;
  outputTokens: number;
  costMicroUsd: number;
  latencyMs: number;
}>;

/** What an answer of the assistant's model took, whether or not it was one to be shown. */
export type AnswerNews = Pick<VoteNews, 'inputTokens' | 'outputTokens' | 'costMicroUsd'>;

export const requestBegan = happening<RequestNews>('service.request.began');
export const requestEnded = happening<RequestEnd>('service.request.ended');
export const failureTold = happening<FailureNews>('service.failure.told');
export const queryDone = happening<QueryNews>('service.query.done');
export const callBegan = happening<ProviderCall>('service.call.began');
export const callEnded = happening<ProviderCallEnd>('service.call.ended');
export const jobBegan = happening<JobNews>('service.job.began');
export const jobEnded = happening<JobEnd>('service.job.ended');
export const voteCast = happening<VoteNews>('service.vote.cast');
export const answerEnded = happening<AnswerNews>('service.answer.ended');
export const barDecided = happening<Readonly<{ action: string }>>('service.bar.decided');
export const webhookTaken =
  happening<Readonly<{ outcome: string; ageSeconds: number | null }>>('service.webhook.taken');
