import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { createChanges } from '../changes.ts';
import type { AppState } from '../contract/app-state.ts';
import { handTimers } from '../testing/hand-timers.ts';
import { createStateStreams } from './state-streams.ts';

/** Streams of a state that is a number, and windows that listen. */
async function streams(t: TestContext, filler = '') {
  const timers = handTimers();
  const { onChange, tell } = createChanges();
  const log: string[] = [];
  let count = 0;
  let composed = 0;
  let fails = false;
  const all = createStateStreams({
    timers,
    notify: (line) => log.push(line),
    feed: {
      current() {
        composed += 1;
        if (fails) throw new Error('a part is broken');
        return { count, filler } as unknown as AppState;
      },
      onChange,
    },
  });
  const responses: ServerResponse[] = [];
  const refused: unknown[] = [];
  const server = createServer((_request, response) => {
    responses.push(response);
    try {
      all.add(response);
    } catch (error) {
      refused.push(error);
      response.destroy();
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  t.after(() => {
    all.close();
    server.closeAllConnections();
    server.close();
  });
  const dial = async () => {
    const asked = request({ host: '127.0.0.1', port, path: '/' });
    asked.on('error', () => {});
    asked.end();
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    response.on('error', () => {});
    return response;
  };
  return {
    all,
    timers,
    tell,
    log,
    responses,
    refused,
    dial,
    composed: () => composed,
    set: (to: number) => {
      count = to;
      tell();
    },
    fail: (yes: boolean) => {
      fails = yes;
    },
  };
}

/** What a window has heard, and a way to wait for more. */
function reader(response: IncomingMessage) {
  const heard: string[] = [];
  let rest = '';
  response.setEncoding('utf8').on('data', (chunk: string) => {
    const frames = `${rest}${chunk}`.split('\n\n');
    rest = frames.pop() ?? '';
    heard.push(...frames.map((frame) => frame.slice(0, 60)));
  });
  const counts = () =>
    heard.flatMap((frame) => {
      const count = /^event: state\ndata: \{"count":(\d+),/.exec(frame)?.[1];
      return count === undefined ? [] : [Number(count)];
    });
  return {
    heard,
    counts,
    async until(holds: () => boolean) {
      while (!holds()) await once(response, 'data');
    },
  };
}

describe('the stream of the state', () => {
  it('begins with the whole of it and tells each change', async (t) => {
    const { dial, set, timers } = await streams(t);
    const window = reader(await dial());
    await window.until(() => window.counts().length === 1);
    set(1);
    timers.pass(250);
    await window.until(() => window.counts().length === 2);
    assert.deepEqual(window.counts(), [0, 1]);
  });

  it('tells a thousand changes of a second four times, the last one among them', async (t) => {
    const { dial, set, timers } = await streams(t);
    const window = reader(await dial());
    for (let at = 1; at <= 1_000; at += 1) {
      set(at);
      timers.pass(1);
    }
    timers.pass(250);
    await window.until(() => window.counts().at(-1) === 1_000);
    assert.ok(window.counts().length <= 6, window.counts().join());
  });

  it('says nothing where nothing is different, and composes nothing where nobody listens', async (t) => {
    const { dial, set, tell, timers, composed } = await streams(t);
    for (let at = 0; at < 10; at += 1) {
      tell();
      timers.pass(250);
    }
    assert.equal(composed(), 0);
    const window = reader(await dial());
    tell();
    timers.pass(250);
    set(7);
    timers.pass(250);
    await window.until(() => window.counts().includes(7));
    assert.deepEqual(window.counts(), [0, 7]);
  });

  it('keeps quiet windows open with a comment every 15 s', async (t) => {
    const { dial, timers } = await streams(t);
    const window = reader(await dial());
    timers.pass(15_000);
    await window.until(() => window.heard.at(-1) === ':');
    assert.deepEqual(window.counts(), [0]);
  });

  it('keeps one state, and no more, for a window that does not read, and gives it the newest', async (t) => {
    const { dial, set, timers, responses } = await streams(t, 'x'.repeat(1_000_000));
    const slow = await dial();
    slow.pause();
    const quick = reader(await dial());
    for (let at = 1; at <= 60; at += 1) {
      set(at);
      timers.pass(250);
      await quick.until(() => quick.counts().at(-1) === at);
    }
    const waiting = responses[0]?.writableLength ?? 0;
    assert.ok(waiting < 3_000_000, `${waiting} bytes are kept`);
    const late = reader(slow);
    slow.resume();
    await late.until(() => late.counts().at(-1) === 60);
    assert.ok(late.counts().length < 20, late.counts().join());
  });

  it('lets go of a window that has taken nothing for a minute', async (t) => {
    const { dial, set, timers, responses } = await streams(t, 'x'.repeat(8_000_000));
    const slow = await dial();
    slow.pause();
    set(1);
    timers.pass(250);
    timers.pass(45_000);
    assert.equal(responses[0]?.destroyed, false);
    timers.pass(15_000);
    assert.equal(responses[0]?.destroyed, true);
  });

  it('serves 32 windows at once, refuses one more, and makes room when one closes', async (t) => {
    const { dial, refused, responses } = await streams(t);
    const windows = await Promise.all(Array.from({ length: 32 }, dial));
    await assert.rejects(dial());
    assert.equal(refused.length, 1);
    assert.match(String(refused[0]), /32 windows are open already/);
    const closed = once(responses[0] as ServerResponse, 'close');
    windows[0]?.destroy();
    // Which of the responses it was is not said; one of them is closed.
    await Promise.race([closed, ...responses.slice(1).map((each) => once(each, 'close'))]);
    await dial();
    assert.equal(refused.length, 1);
  });

  it('goes on when a part cannot say its state for a while', async (t) => {
    const { dial, set, fail, log, timers } = await streams(t);
    const window = reader(await dial());
    fail(true);
    set(1);
    timers.pass(250);
    assert.match(log.join(), /cannot be told: Error: a part is broken/);
    fail(false);
    set(2);
    timers.pass(250);
    await window.until(() => window.counts().includes(2));
    assert.deepEqual(window.counts(), [0, 2]);
  });

  it('ends for every window when the app does', async (t) => {
    const { all, dial, set, timers } = await streams(t);
    const windows = await Promise.all([dial(), dial()]);
    const ends = windows.map((window) => once(window.resume(), 'end'));
    all.close();
    await Promise.all(ends);
    set(1);
    timers.pass(60_000);
  });
});
