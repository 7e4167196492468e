/** A figure that the service is to reach, and what measures it. */
export type Goal = {
  /** What `npm test -- NAME` runs. */
  name: string;
  promise: string;
  /** Ids of the checks whose tests hold it. */
  checks: readonly string[];
  benches?: readonly string[];
};

export const GOALS: readonly Goal[] = [
  {
    name: 'billing/dup',
    promise: 'A webhook has its effect exactly once: 0 wrong of 10,000',
    checks: ['B1', 'B2'],
  },
  { name: 'billing/order', promise: '1,000 of 1,000 orders of events end alike', checks: ['B3'] },
  {
    name: 'billing/lost',
    promise: 'Right again within an hour with all webhooks lost',
    checks: ['B4'],
  },
  {
    name: 'billing/ack',
    promise: 'A webhook is taken in within 300 ms, 99 of 100, at 100 a second',
    checks: ['B14'],
    benches: ['billing.webhooks'],
  },
  {
    name: 'billing/sig',
    promise: 'Every kind of wrong signature is refused, every right one taken',
    checks: ['signature'],
  },
  {
    name: 'billing/claim',
    promise: 'None of 200 wrong claims changes a plan',
    checks: ['B5', 'B6', 'B7', 'B8'],
  },
  { name: 'billing/race', promise: '1,000 of 1,000 interleavings grant once', checks: ['B9'] },
  {
    name: 'billing/clock',
    promise: 'The whole life of a subscription, by the clock',
    checks: ['B10', 'B11', 'B12', 'B15'],
  },
  {
    name: 'billing/hang',
    promise: 'A provider that hangs costs 3.5 s at most',
    checks: ['B13'],
  },
  {
    name: 'emulator/sdk',
    promise: 'The provider’s own unmodified SDK and loader work with the local provider',
    checks: ['sdk'],
  },
  {
    name: 'auth/timing',
    promise: 'Known and unknown accounts within 2 ms',
    checks: ['1', '2'],
    benches: ['accounts.timing'],
  },
  {
    name: 'auth/brute',
    promise: 'Failures are limited by account and address',
    checks: ['5', '6'],
  },
  { name: 'auth/token', promise: 'One of fifty uses of a mailed link succeeds', checks: ['8'] },
  { name: 'auth/revoke', promise: 'A session that ends is refused within a second', checks: ['9'] },
  {
    name: 'auth/load',
    promise: 'At least 2 sign-ins a second and core; /healthz within 200 ms, 99 of 100',
    checks: ['11'],
    benches: ['accounts.sign-in-load'],
  },
  { name: 'web/csp', promise: '0 violations of the content policy', checks: ['13'] },
  { name: 'web/xss', promise: '0 of 40 payloads run', checks: ['16'] },
  { name: 'api/idor', promise: '0 leaks to other users', checks: ['19', '20'] },
  { name: 'api/sql', promise: 'No statement is made of what somebody sends', checks: ['21'] },
  { name: 'api/fuzz', promise: '0 faults of the service in 10,000 requests', checks: ['24', '25'] },
  { name: 'api/slow', promise: '1,000 slow connections, answers within 200 ms', checks: ['23'] },
  { name: 'llm/quota', promise: 'No token is spent beyond a plan', checks: ['28', '31'] },
  { name: 'llm/inject', promise: '0 of 100 hostile messages break a limit', checks: ['30'] },
  {
    name: 'dl/range',
    promise: 'A resumed download has equal bytes; 20 at once take under 50 MB',
    checks: ['32'],
    benches: ['downloads.memory'],
  },
  { name: 'dl/update', promise: 'Every tampered update is refused', checks: ['34'] },
  {
    name: 'bot/order',
    promise: 'No doubled order in 10,000 broken runs',
    checks: ['35', '36'],
    benches: ['live.chaos'],
  },
  { name: 'bot/limits', promise: '0 resets of limits in 1,000 restarts', checks: ['39'] },
  { name: 'bot/kill', promise: 'The kill switch closes everything within 2 s', checks: ['40'] },
  {
    name: 'bot/stop',
    promise: 'A stop is set, or the position closed, within 5 s',
    checks: ['38'],
  },
  {
    name: 'data/kill9',
    promise: 'Killed 100 times under load: 0 lost, 0 doubled',
    checks: ['46'],
    benches: ['chaos.kill9'],
  },
  {
    name: 'data/lock',
    promise: 'A second owner of a folder is refused within a second',
    checks: ['47'],
    benches: ['storage.second-process'],
  },
  { name: 'data/enospc', promise: 'A full disk: reading goes on, writing resumes', checks: ['48'] },
  {
    name: 'data/migrate',
    promise: 'Every schema upgrades to the newest; a backup restores equal rows',
    checks: ['51', '52'],
  },
  {
    name: 'stats/page',
    promise: 'At least 300 pages of statistics a second, 99 of 100 within 150 ms',
    checks: [],
    benches: ['trades.heavy-ratio'],
  },
  { name: 'legal/erase', promise: '0 rows of a deleted account are left', checks: ['erase'] },
];
