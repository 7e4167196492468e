import type { Reply } from '@quorate/contract/endpoint';
import { getReadiness } from '@quorate/contract/health';
import { getEntitlements } from '@quorate/contract/usage';
import type { Clock } from '@quorate/trading/loop/ports';
import { callEndpoint, endpointUrl } from '../service/call-endpoint.ts';
import type { SavedToken } from '../service/saved-sign-in.ts';
import { type DoctorWords, type Finding, fail, ok, skip, warn } from './finding.ts';

type ServiceDeps = Readonly<{
  fetch: typeof fetch;
  clock: Clock;
  service: string;
  /** Of the profile. */
  name: string;
  words: Pick<DoctorWords, 'service' | 'signIn' | 'signedOut'>;
}>;

const TIMEOUT_MS = 5_000;
/** More than this and bars, limits and order life times are judged wrongly. */
const CLOCK_TOLERANCE_S = 5;

/** Whether the service answers, knows this bot, and what the plan allows. */
export async function checkService(
  deps: ServiceDeps,
  saved: SavedToken | null,
): Promise<readonly Finding[]> {
  const http = { fetch: deps.fetch, service: deps.service, timeoutMs: TIMEOUT_MS };
  const ready = await callEndpoint(http, getReadiness, {});
  if (ready.kind !== 'ok') {
    const why = ready.kind === 'unreachable' ? ready.reason : ready.message;
    return [
      fail(
        'service',
        `${deps.service} does not answer as it should: ${why}`,
        deps.words.service(deps.name),
      ),
      ...['clock', 'sign-in', 'plan'].map((check) => skip(check, 'the service is not there')),
    ];
  }
  return [
    ok('service', deps.service),
    await checkClock(deps),
    ...(await checkSignIn(http, saved, deps.words)),
  ];
}

/** This computer's clock against the one of the service, which tells whole seconds. */
async function checkClock({
  fetch,
  clock,
  service,
}: Omit<ServiceDeps, 'name' | 'words'>): Promise<Finding> {
  const sent = clock.now();
  const date = await dateHeader(fetch, service);
  const received = clock.now();
  if (date === null) return skip('clock', 'the service does not tell its time');
  const earliest = Math.max(0, date - received);
  const latest = Math.max(0, sent - (date + 1_000));
  const offS = Math.round(Math.max(earliest, latest) / 1_000);
  if (offS <= CLOCK_TOLERANCE_S) return ok('clock', `within ${CLOCK_TOLERANCE_S} s of the service`);
  return fail(
    'clock',
    `this computer is ${offS} s ${earliest > 0 ? 'behind' : 'ahead of'} the service`,
    'Let the system set the time by the internet.',
  );
}

async function dateHeader(fetch: ServiceDeps['fetch'], service: string): Promise<number | null> {
  try {
    const url = endpointUrl(service, '/healthz', {}, {});
    const answer = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const at = Date.parse(answer.headers.get('date') ?? '');
    return Number.isNaN(at) ? null : at;
  } catch {
    // Whether it answers at all was another check.
    return null;
  }
}

async function checkSignIn(
  http: Parameters<typeof callEndpoint>[0],
  saved: SavedToken | null,
  words: ServiceDeps['words'],
): Promise<readonly Finding[]> {
  const noPlan = skip('plan', 'nobody is signed in');
  if (saved === null) {
    return [warn('sign-in', 'this bot has not signed in yet', words.signIn), noPlan];
  }
  const outcome = await callEndpoint(http, getEntitlements, {}, saved.token);
  switch (outcome.kind) {
    case 'ok':
      return [ok('sign-in', `as ${saved.user.username}`), checkPlan(outcome.reply)];
    case 'unreachable':
      return [warn('sign-in', `the service did not say: ${outcome.reason}`), noPlan];
    case 'refused': {
      const advice = outcome.status === 401 ? words.signedOut : null;
      return [fail('sign-in', outcome.message, advice), noPlan];
    }
  }
}

function checkPlan(plan: Reply<typeof getEntitlements>): Finding {
  const { plan_name, symbols, daily_trades, usage } = plan;
  const upTo = (limit: number) => (limit === -1 ? 'any number of' : `${limit}`);
  const detail = `${plan_name}: ${upTo(symbols)} symbols, ${upTo(daily_trades)} trades a day`;
  if (usage.tokens_remaining === 0) {
    return fail(
      'plan',
      `${detail}; no tokens are left until ${usage.period_end.slice(0, 10)}`,
      'Nothing is decided until then; open positions are looked after. A larger plan has more.',
    );
  }
  const left =
    usage.tokens_remaining === -1 ? 'no token limit' : `${usage.tokens_remaining} tokens left`;
  return ok('plan', `${detail}, ${left}`);
}
