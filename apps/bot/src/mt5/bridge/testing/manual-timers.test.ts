import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createManualTimers } from './manual-timers.ts';
import { createMemoryWires } from './memory-wires.ts';

test('timers run in the order in which they fall due, and what they set runs, too', async () => {
  const timers = createManualTimers();
  const start = timers.now();
  const ran: (readonly [string, number])[] = [];
  const run = (name: string) => () => void ran.push([name, timers.now() - start]);
  timers.after(20, run('late'));
  timers.after(10, run('first'));
  timers.after(10, run('second'));
  timers.after(5, () => void Promise.resolve().then(() => timers.after(2, run('from a promise'))));
  timers.after(15, run('called off'))();
  await timers.advance(30);
  assert.deepEqual(ran, [
    ['from a promise', 7],
    ['first', 10],
    ['second', 10],
    ['late', 20],
  ]);
  assert.equal(timers.now() - start, 30);
});

test('a promise that nothing can settle is a fault, not a wait for ever', async () => {
  const timers = createManualTimers();
  await assert.rejects(timers.until(new Promise(() => {})), /no timer waits/);
  timers.after(100, () => {});
  await assert.rejects(timers.until(new Promise(() => {}), 50), /not settled after 50 ms/);
});

test('what was sent before a connection is closed arrives before its end, whatever the delays are', async () => {
  const timers = createManualTimers();
  let delay = 100;
  const { bot, terminal } = createMemoryWires(timers, { delayMs: () => (delay -= 30) });
  const heard: string[] = [];
  bot.send(Buffer.from('one'));
  bot.send(Buffer.from('two'));
  bot.close();
  await timers.advance(200);
  terminal.listen({
    bytes: (chunk) => void heard.push(Buffer.from(chunk).toString()),
    closed: () => void heard.push('closed'),
  });
  assert.deepEqual(heard, ['one', 'two', 'closed']);
});

test('a connection that is cut loses what is on its way and tells both ends', async () => {
  const timers = createManualTimers();
  const { bot, terminal, cut } = createMemoryWires(timers, { delayMs: () => 50 });
  const heard: string[] = [];
  for (const [name, wire] of Object.entries({ bot, terminal }))
    wire.listen({
      bytes: () => void heard.push(`${name} hears`),
      closed: (reason) => void heard.push(`${name}: ${reason}`),
    });
  bot.send(Buffer.from('lost'));
  cut('pulled');
  assert.deepEqual(heard, []);
  await timers.advance(100);
  assert.deepEqual(heard, ['bot: pulled', 'terminal: pulled']);
});
