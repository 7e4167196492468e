import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { commandBot } from '@quorate/contract/live';
import { addSession } from '../../../test/contract/helpers/people.ts';
import { signedInUser } from '../../../test/helpers/builders.ts';
import { preferredWaitMs } from './heartbeat.service.ts';
import { botStage } from './testing/bot-stage.ts';
import { beat, heldBeat, newCommand, onlyBot, until } from './testing/heartbeats.ts';

const CLOSED = {
  ticket: '4711',
  symbol: 'EURUSD',
  price: 1.10231,
  digits: 5,
  at: '2026-03-02T10:00:01.000Z',
};
const DONE = { closed: [CLOSED], entries_off: true, at: '2026-03-02T10:00:02.000Z' };

describe('a command', () => {
  it('reaches its bot once, waits to be carried out, and carries its proof afterwards', async (t) => {
    const { service, token, give } = await botStage(t);
    await beat(service, token);
    const { command } = await give('close_all');
    const { command_id } = command;
    const asked = { command_id, kind: 'close_all', asked_at: '2026-03-02T10:00:00.000Z' };
    assert.deepEqual(command, { ...asked, received_at: null, done_at: null, result: null });
    const reply = await beat(service, token, { sequence: 2 });
    assert.deepEqual(reply.commands, [asked]);
    assert.equal(reply.entries_off, true);

    service.clock.advance(1_000);
    const then = await beat(service, token, { sequence: 3, received: [command_id] });
    assert.deepEqual(then.commands, []);
    service.clock.advance(1_000);
    const acknowledged = [{ command_id, result: DONE }];
    await beat(service, token, { sequence: 4, state: 'halted', open_positions: 0, acknowledged });
    const bot = await onlyBot(service, token);
    assert.equal(bot.state, 'halted');
    assert.deepEqual(bot.commands, [
      {
        ...asked,
        received_at: '2026-03-02T10:00:01.000Z',
        done_at: '2026-03-02T10:00:02.000Z',
        result: DONE,
      },
    ]);
  });

  it('comes from a browser alone, where its bot trades on a terminal', async (t) => {
    const { service, token, user } = await botStage(t);
    await beat(service, token);
    const { bot_id } = await onlyBot(service, token);
    const device = await addSession(service, user.id, { kind: 'desktop' });
    const call = service.call(
      commandBot,
      { params: { bot_id }, body: { command_id: newCommand(), kind: 'close_all' } },
      device.token,
    );
    await assert.rejects(call, /answered 404/);
    assert.deepEqual((await beat(service, token, { sequence: 2 })).commands, []);
  });

  it('is proven by a late heartbeat, too, and the first proof stays', async (t) => {
    const { service, token, give } = await botStage(t);
    await beat(service, token, { sequence: 9 });
    const { command_id } = (await give('close_all')).command;
    await beat(service, token, { sequence: 3, acknowledged: [{ command_id, result: DONE }] });
    const other = { ...DONE, closed: [] };
    await beat(service, token, { sequence: 10, acknowledged: [{ command_id, result: other }] });
    assert.deepEqual((await onlyBot(service, token)).commands[0]?.result, DONE);
  });

  it('sent again is the same command; under the same id no other one can be given', async (t) => {
    const { service, token, give } = await botStage(t);
    await beat(service, token);
    const id = newCommand();
    const first = await give('entries_off', id);
    service.clock.advance(5_000);
    assert.deepEqual(await Promise.all([1, 2, 3].map(() => give('entries_off', id))), [
      first,
      first,
      first,
    ]);
    const { bot_id, commands } = await onlyBot(service, token);
    assert.equal(commands.length, 1);
    const body = { command_id: id, kind: 'resume' };
    const failure = await service.fail(commandBot, { params: { bot_id }, body }, token);
    assert.equal(failure.code, 'command_conflict');
  });

  it('keeps its order, and what was asked last holds for a bot that has lost its journal', async (t) => {
    const { service, token, give } = await botStage(t);
    await beat(service, token);
    await give('entries_off');
    await give('close_all');
    const off = await beat(service, token, { run_id: 'run-2', sequence: 2 });
    assert.deepEqual(
      off.commands.map(({ kind }) => kind),
      ['entries_off', 'close_all'],
    );
    for (const { command_id } of off.commands)
      await beat(service, token, { sequence: 3, acknowledged: [{ command_id, result: DONE }] });
    const still = await beat(service, token, { run_id: 'run-3', sequence: 4 });
    assert.deepEqual([still.commands, still.entries_off], [[], true]);
    await give('resume');
    assert.equal((await beat(service, token, { sequence: 5 })).entries_off, false);
  });

  it('for somebody else’s bot finds nothing, and proves nothing of it', async (t) => {
    const { service, token, give } = await botStage(t);
    const other = await signedInUser(service);
    await beat(service, token);
    const { bot_id } = await onlyBot(service, token);
    const body = { command_id: newCommand(), kind: 'close_all' };
    const failure = await service.fail(commandBot, { params: { bot_id }, body }, other.token);
    assert.equal(failure.code, 'not_found');
    const { command_id } = (await give('close_all')).command;
    await beat(service, other.token, {
      acknowledged: [{ command_id, result: DONE }],
      received: [command_id],
    });
    assert.equal((await onlyBot(service, token)).commands[0]?.done_at, null);
    assert.equal((await onlyBot(service, token)).commands[0]?.received_at, null);
  });

  it('for a bot that nobody knows finds nothing, whatever its id looks like', async (t) => {
    const { service, token, give } = await botStage(t);
    await beat(service, token);
    const body = { command_id: newCommand(), kind: 'close_all' as const };
    const zeros = '00000000-0000-0000-0000-000000000000';
    for (const bot_id of [newCommand(), zeros, zeros.replaceAll('0', 'f')]) {
      const failure = await service.fail(commandBot, { params: { bot_id }, body }, token);
      assert.equal(failure.code, 'not_found', bot_id);
    }
    const { bot_id } = await onlyBot(service, token);
    const odd = { ...body, command_id: zeros };
    const refused = await service.fail(commandBot, { params: { bot_id }, body: odd }, token);
    assert.equal(refused.code, 'validation_failed');
    assert.deepEqual(refused.fields, { command_id: 'must be an id' });
    // The same bot in capitals is the same bot.
    const capitals = { params: { bot_id: bot_id.toUpperCase() }, body };
    await service.call(commandBot, capitals, token);
    assert.equal((await onlyBot(service, token)).commands[0]?.command_id, body.command_id);
    assert.equal((await give('resume')).command.kind, 'resume');
  });
});

describe('a heartbeat that may be held', () => {
  it('is answered at once where a command waits, and as soon as one is given', async (t) => {
    const { service, token, give } = await botStage(t);
    await beat(service, token);
    await give('entries_off');
    const [waiting] = (await heldBeat(service, token, 20, { sequence: 2 })).commands;
    assert.equal(waiting?.kind, 'entries_off');
    const received = [waiting?.command_id ?? ''];
    const held = heldBeat(service, token, 20, { sequence: 3, received });
    // Its status is there before its answer is.
    await until(async () => (await onlyBot(service, token)).commands[0]?.received_at !== null);
    const given = performance.now();
    await give('close_all');
    const reply = await held;
    assert.ok(performance.now() - given < 3_000);
    assert.deepEqual(
      reply.commands.map(({ kind }) => kind),
      ['close_all'],
    );
    assert.equal(reply.next_in_s, 0);
  });

  it('is answered when its wait is over, and when the service ends', async (t) => {
    const { service, token } = await botStage(t);
    assert.deepEqual((await heldBeat(service, token, 1)).commands, []);
    const held = heldBeat(service, token, 20, { sequence: 2, open_positions: 9 });
    await until(async () => (await onlyBot(service, token)).open_positions === 9);
    await service.app.close();
    assert.deepEqual((await held).commands, []);
  });

  it('asks for it in a header, up to a limit', () => {
    assert.equal(preferredWaitMs('wait=10'), 10_000);
    assert.equal(preferredWaitMs('respond-async, wait=3'), 3_000);
    assert.equal(preferredWaitMs('wait=999'), 20_000);
    for (const none of [undefined, '', 'wait', 'wait=-1', 'await=5', 'wait=1e3'])
      assert.equal(preferredWaitMs(none), 0, String(none));
  });
});
