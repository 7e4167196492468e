import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { CallInput } from '@quorate/contract/endpoint';
import { type BotReply, listBots, sendHeartbeat } from '@quorate/contract/live';
import { accountInput } from '../../../../test/helpers/builders.ts';
import type { TestService } from '../../../../test/helpers/test-service.ts';

export type BeatBody = CallInput<typeof sendHeartbeat>['body'];

/** A heartbeat of a bot that trades, with 2 positions open. */
export function aBeat(changes: Partial<BeatBody> = {}): BeatBody {
  return {
    account: accountInput(),
    run_id: 'run-1',
    sequence: 1,
    state: 'active',
    equity: 10_012.34,
    balance: 10_000,
    open_positions: 2,
    version: '0.1.0',
    at: '2026-03-02T10:00:00.000Z',
    ...changes,
  };
}

/** Sends a heartbeat whose answer is not held. */
export function beat(service: TestService, token: string, changes: Partial<BeatBody> = {}) {
  return service.call(sendHeartbeat, { body: aBeat(changes) }, token);
}

/** Sends a heartbeat whose answer may be held for so long. */
export async function heldBeat(
  { app }: TestService,
  token: string,
  waitS: number,
  changes: Partial<BeatBody> = {},
) {
  const response = await app.inject({
    method: 'POST',
    url: sendHeartbeat.path,
    payload: aBeat(changes),
    headers: { authorization: `Bearer ${token}`, prefer: `wait=${waitS}` },
  });
  return sendHeartbeat.reply.parse(response.json());
}

/** The only bot there is. */
export async function onlyBot(service: TestService, token: string): Promise<BotReply> {
  const { bots } = await service.call(listBots, {}, token);
  const [bot] = bots;
  if (!bot || bots.length !== 1) throw new Error(`there are ${bots.length} bots`);
  return bot;
}

/** Asks again and again, and lets everything else have its turn in between. */
export async function until(met: () => Promise<boolean>): Promise<void> {
  while (!(await met())) await setImmediate();
}

export const newCommand = () => randomUUID();
