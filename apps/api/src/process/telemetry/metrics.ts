import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Database } from '../../db/database.ts';
import {
  type AnswerEvent,
  answerFinished,
  barDecided,
  callFinished,
  hostedBarTaken,
  hostedDecided,
  hostedRunFailed,
  hostedTakenOver,
  jobFinished,
  queryFinished,
  type RequestEnd,
  requestFailed,
  requestFinished,
  requestStarted,
  voteCast,
  webhookProcessed,
} from './events.ts';
import { type PlaceDeps, watchPlace } from './place-metrics.ts';
import { type StateDeps, watchState } from './state-metrics.ts';

export type Metrics = Readonly<{
  /** Everything in Prometheus's text format. */
  scrape(): Promise<{ type: string; text: string }>;
  /** For whoever compares lists with what there is. */
  registry: Registry;
  stop(): void;
}>;

export type MetricsDeps = StateDeps & Readonly<{ version: string; place?: PlaceDeps }>;

/** Counts what happens in this process from now on, and reads what stands in the database when asked. */
export function createMetrics(deps: MetricsDeps): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  noteBuild(registry, deps);
  const ends = [
    watchRequests(registry),
    watchQueries(registry),
    watchCalls(registry),
    watchWork(registry),
    watchHosted(registry),
  ];
  watchPool(registry, deps.database);
  watchState(registry, deps);
  const leavePlace = watchPlace(registry, deps.place);
  return {
    registry,
    scrape: async () => ({ type: registry.contentType, text: await registry.metrics() }),
    stop: () => {
      for (const end of ends) end();
      leavePlace();
      registry.clear();
    },
  };
}

function noteBuild(registry: Registry, { version, database }: MetricsDeps): void {
  new Gauge({
    name: 'quorate_build_info',
    help: 'Always 1: version of the service, of Node, and the kind of database.',
    labelNames: ['version', 'node', 'database'],
    registers: [registry],
  }).set({ version, node: process.version, database: database.kind }, 1);
}

/** Methods of the contract; whatever else a stranger sends is one more. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'DELETE']);

/** Of proofs that did not hold: wrong passwords, codes and passkeys. */
const SIGN_IN_FAILURES = new Set([
  'invalid_credentials',
  'wrong_password',
  'wrong_code',
  'passkey_refused',
  'device_code_invalid',
  'provider_refused',
]);

/** @returns what ends it */
function watchRequests(registry: Registry): () => void {
  const registers = [registry];
  const took = new Histogram({
    name: 'quorate_http_request_duration_seconds',
    help: 'Seconds from the head of a request to the end of its answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
    registers,
  });
  const open = new Gauge({
    name: 'quorate_http_requests_in_flight',
    help: 'Requests without a whole answer yet; of /api/user/live: open streams of events.',
    labelNames: ['route'],
    registers,
  });
  const gone = new Counter({
    name: 'quorate_http_requests_abandoned_total',
    help: 'Requests whose caller went before the whole answer was sent.',
    labelNames: ['route'],
    registers,
  });
  const failures = new Counter({
    name: 'quorate_failures_total',
    help: 'Refusals and faults by the code in the answer; rate_limited are refusals of limits.',
    labelNames: ['route', 'code'],
    registers,
  });
  const signIns = new Counter({
    name: 'quorate_sign_in_failures_total',
    help: 'Failed sign-ins and second factors, by the code in the answer.',
    labelNames: ['code'],
    registers,
  });
  const ends = [
    requestStarted.subscribe(({ route }) => open.inc({ route })),
    requestFinished.subscribe((end) => {
      const { route, method, seconds } = end;
      open.dec({ route });
      if (end.gone) gone.inc({ route });
      took.observe(
        { method: METHODS.has(method) ? method : 'other', route, status: statusOf(end) },
        seconds,
      );
    }),
    requestFailed.subscribe(({ route, code }) => {
      failures.inc({ route, code });
      if (SIGN_IN_FAILURES.has(code)) signIns.inc({ code });
    }),
  ];
  return () => {
    for (const end of ends) end();
  };
}

function statusOf({ status }: RequestEnd): string {
  return `${Math.floor(status / 100)}xx`;
}

/** @returns what ends it */
function watchQueries(registry: Registry): () => void {
  const registers = [registry];
  const took = new Histogram({
    name: 'quorate_database_statement_duration_seconds',
    help: 'Seconds that statements of the database took, by their kind.',
    labelNames: ['kind'],
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  const failed = new Counter({
    name: 'quorate_database_statement_failures_total',
    help: 'Statements that the database refused or that did not reach it; retried ones, too.',
    labelNames: ['kind'],
    registers,
  });
  return queryFinished.subscribe(({ sql, seconds, failed: isFailed }) => {
    const kind = statementKind(sql);
    took.observe({ kind }, seconds);
    if (isFailed) failed.inc({ kind });
  });
}

const KINDS = new Set([
  'select',
  'insert',
  'update',
  'delete',
  'with',
  'begin',
  'commit',
  'rollback',
]);

/** The first word of a statement, after marks in comments: of one that does several things 'with'; of rare ones 'other'. */
export function statementKind(sql: string): string {
  const word = /^(?:\s|\/\*.*?\*\/)*([a-z]+)/i.exec(sql)?.[1]?.toLowerCase() ?? '';
  return KINDS.has(word) ? word : 'other';
}

/** The chat's model, beside those that vote: whoever adds them all up has what models cost. */
const ASSISTANT = 'assistant';

/** @returns what ends it */
function watchCalls(registry: Registry): () => void {
  const registers = [registry];
  const calls = new Histogram({
    name: 'quorate_provider_call_duration_seconds',
    help: 'Seconds that calls to models, the payment provider, mail servers and others took.',
    labelNames: ['provider', 'outcome'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 45],
    registers,
  });
  const votes = new Counter({
    name: 'quorate_model_votes_total',
    help: 'Votes asked for, by voter and what came of it: vote, or the fault.',
    labelNames: ['model', 'outcome'],
    registers,
  });
  const latency = new Histogram({
    name: 'quorate_model_vote_duration_seconds',
    help: 'Seconds until a voter had voted, tries and both rounds together.',
    labelNames: ['model'],
    buckets: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 45],
    registers,
  });
  const tokens = new Counter({
    name: 'quorate_model_tokens_total',
    help: 'Tokens that votes and answers of the assistant read (in) and wrote (out).',
    labelNames: ['model', 'direction'],
    registers,
  });
  const cost = new Counter({
    name: 'quorate_model_cost_usd_total',
    help: 'US dollars that votes and answers of the assistant cost, by the prices of the settings.',
    labelNames: ['model'],
    registers,
  });
  const count = (model: string, { inputTokens, outputTokens, costMicroUsd }: AnswerEvent) => {
    tokens.inc({ model, direction: 'in' }, inputTokens);
    tokens.inc({ model, direction: 'out' }, outputTokens);
    cost.inc({ model }, costMicroUsd / 1_000_000);
  };
  const ends = [
    callFinished.subscribe(({ call, outcome, seconds }) =>
      calls.observe({ provider: call.provider, outcome }, seconds),
    ),
    voteCast.subscribe((vote) => {
      const { analyst: model } = vote;
      votes.inc({ model, outcome: vote.fault ?? 'vote' });
      latency.observe({ model }, vote.latencyMs / 1_000);
      count(model, vote);
    }),
    answerFinished.subscribe((answer) => count(ASSISTANT, answer)),
  ];
  return () => {
    for (const end of ends) end();
  };
}

/**
 * Jobs stand under job_name: Prometheus itself calls what it asks for figures a job.
 *
 * @returns what ends it
 */
function watchWork(registry: Registry): () => void {
  const registers = [registry];
  const turns = new Histogram({
    name: 'quorate_job_duration_seconds',
    help: 'Seconds that turns of jobs took in this process, by job and outcome (ok, failed).',
    labelNames: ['job_name', 'outcome'],
    buckets: [0.001, 0.01, 0.1, 1, 10, 60, 600],
    registers,
  });
  const decisions = new Counter({
    name: 'quorate_decisions_total',
    help: 'Bars decided, by the action that was decided.',
    labelNames: ['action'],
    registers,
  });
  const webhooks = new Counter({
    name: 'quorate_webhooks_total',
    help: 'Webhooks of the payment provider, by what became of them.',
    labelNames: ['outcome'],
    registers,
  });
  const age = new Histogram({
    name: 'quorate_webhook_age_seconds',
    help: 'Seconds from an event at the payment provider until it was processed.',
    buckets: [1, 5, 15, 60, 300, 1_800, 7_200, 43_200, 259_200],
    registers,
  });
  const ends = [
    jobFinished.subscribe(({ job, outcome, seconds }) =>
      turns.observe({ job_name: job, outcome }, seconds),
    ),
    barDecided.subscribe(({ action }) => decisions.inc({ action })),
    webhookProcessed.subscribe(({ outcome, ageSeconds }) => {
      webhooks.inc({ outcome });
      if (ageSeconds !== null) age.observe(Math.max(0, ageSeconds));
    }),
  ];
  return () => {
    for (const end of ends) end();
  };
}

/**
 * What this process does as a runner of hosted accounts.
 *
 * @returns what ends it
 */
function watchHosted(registry: Registry): () => void {
  const registers = [registry];
  const late = new Histogram({
    name: 'quorate_hosted_bar_late_seconds',
    help: 'Seconds from the moment at which a bar of a hosted account was due until a runner took it.',
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 300],
    registers,
  });
  const decisions = new Counter({
    name: 'quorate_hosted_decisions_total',
    help: 'Bars of hosted accounts decided, by payer: free and rules (built-in analysts), models.',
    labelNames: ['payer'],
    registers,
  });
  const takenOver = new Counter({
    name: 'quorate_hosted_takeovers_total',
    help: 'Hosted accounts taken from runners that were not seen any more.',
    registers,
  });
  const failed = new Counter({
    name: 'quorate_hosted_run_failures_total',
    help: 'Runs of hosted accounts that ended with a fault; each begins again after some seconds.',
    registers,
  });
  const ends = [
    hostedBarTaken.subscribe(({ lateSeconds }) => late.observe(Math.max(0, lateSeconds))),
    hostedDecided.subscribe(({ payer }) => decisions.inc({ payer })),
    hostedTakenOver.subscribe(({ accounts }) => takenOver.inc(accounts)),
    hostedRunFailed.subscribe(() => failed.inc()),
  ];
  return () => {
    for (const end of ends) end();
  };
}

/** The connections of this process to PostgreSQL; the embedded database has one, and it is always there. */
function watchPool(registry: Registry, { pool }: Pick<Database, 'pool'>): void {
  new Gauge({
    name: 'quorate_database_pool_connections',
    help: 'Connections to the database by state: open, idle; waiting are those who want one.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const { open, idle, waiting, largest } = pool?.() ?? {
        open: 1,
        idle: 1,
        waiting: 0,
        largest: 1,
      };
      this.set({ state: 'open' }, open);
      this.set({ state: 'idle' }, idle);
      this.set({ state: 'waiting' }, waiting);
      this.set({ state: 'most' }, largest);
    },
  });
}
