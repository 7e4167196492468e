import { setTimeout as sleep } from 'node:timers/promises';
import { type FleetCall, heartbeatOf, syncOf } from './fleet-calls.ts';
import { createSmallClient } from './small-client.ts';

/** What the fleet is to do, and where. */
export type FleetOrders = { urls: string[]; bots: number; warmUpMs: number; measuredMs: number };

/** Milliseconds from the moment a call was due until its answer was whole, sorted. */
export type FleetTimes = {
  heartbeat: number[];
  sync: number[];
  health: number[];
  faults: string[];
};

const HEARTBEAT_EVERY_MS = 10_000;
const SYNC_EVERY_MS = 60_000;
const HEALTH_EVERY_MS = 100;
const CONNECTIONS = 128;
const FAULTS_KEPT = 20;

type Kind = 'heartbeat' | 'sync' | 'health';

if (process.send) {
  process.once('message', async (orders: FleetOrders) => {
    const times = await driveFleet(orders);
    process.send?.(times, () => process.exit(0));
  });
}

/**
 * Sends every call at its moment, answered or not what was sent before: a call that has to wait because
 * the service, or this very process, is late has waited since its moment.
 */
async function driveFleet({ urls, bots, warmUpMs, measuredMs }: FleetOrders): Promise<FleetTimes> {
  const clients = new Map(urls.map((url) => [url, createSmallClient(url, CONNECTIONS)]));
  const times: FleetTimes = { heartbeat: [], sync: [], health: [], faults: [] };
  const startedAt = performance.now();
  let open = 0;

  function send(kind: Kind, dueMs: number, call: FleetCall, url: string): void {
    open += 1;
    const done = (fault?: string) => {
      open -= 1;
      const now = performance.now() - startedAt;
      if (dueMs >= warmUpMs) times[kind].push(now - dueMs);
      if (fault && times.faults.length < FAULTS_KEPT) times.faults.push(`${call.path}: ${fault}`);
    };
    clients.get(url)?.send(call, done);
  }

  const schedules = [
    { kind: 'heartbeat', everyMs: HEARTBEAT_EVERY_MS / bots, call: heartbeatCall(bots) },
    { kind: 'sync', everyMs: SYNC_EVERY_MS / bots, call: syncCall(bots) },
    { kind: 'health', everyMs: HEALTH_EVERY_MS, call: healthCall },
  ] as const;
  const next = schedules.map(() => 0);
  for (;;) {
    const now = performance.now() - startedAt;
    if (now > warmUpMs + measuredMs) break;
    schedules.forEach(({ kind, everyMs, call }, at) => {
      for (let turn = next[at] ?? 0; turn * everyMs <= now; turn += 1) {
        send(kind, turn * everyMs, call(turn), urls[turn % urls.length] ?? '');
        next[at] = turn + 1;
      }
    });
    await sleep(1);
  }
  while (open > 0) await sleep(10);
  for (const client of clients.values()) client.end();
  for (const kind of ['heartbeat', 'sync', 'health'] as const) times[kind].sort((a, b) => a - b);
  return times;
}

const heartbeatCall = (bots: number) => (turn: number) =>
  heartbeatOf(turn % bots, Math.floor(turn / bots));

/** Most syncs carry what has closed within a minute: a trade, sometimes two or three. */
const syncCall = (bots: number) => (turn: number) =>
  syncOf((turn * 7) % bots, Math.floor(turn / bots), 1 + (turn % 3));

const healthCall = (): FleetCall => ({ path: '/healthz', token: '', body: '' });
