import { expect, test, vi } from 'vitest';
import { buildAppState } from '../testing/builders.ts';
import { startFakeHost } from '../testing/fake-host.ts';
import { followState, type StreamEvent } from './state-stream.ts';

function follow(secret = 'secret') {
  const heard: StreamEvent[] = [];
  const ended = new AbortController();
  const done = followState(secret, (event) => heard.push(event), ended.signal);
  return { heard, end: () => ended.abort(), done };
}

const WAIT = { timeout: 4_000 };

test('each state that the app tells is heard, in order', async () => {
  const host = startFakeHost(buildAppState());
  const { heard, end, done } = follow();
  await vi.waitFor(() => expect(heard).toHaveLength(1));
  const next = buildAppState({ configurations: [] });
  host.tell(next);
  await vi.waitFor(() => expect(heard[1]).toEqual({ kind: 'state', state: next }));
  end();
  await done;
});

test('an app that went away is told once it stays away, and not at the first break', async () => {
  const host = startFakeHost(buildAppState());
  const { heard, end, done } = follow();
  await vi.waitFor(() => expect(heard).toHaveLength(1));
  host.die();
  await vi.waitFor(() => expect(heard.at(-1)).toEqual({ kind: 'gone' }), WAIT);
  end();
  await done;
});

test('an app that comes back is followed again', async () => {
  startFakeHost(buildAppState()).die();
  const { heard, end, done } = follow();
  await vi.waitFor(() => expect(heard).toEqual([{ kind: 'gone' }]), WAIT);
  startFakeHost(buildAppState());
  await vi.waitFor(() => expect(heard.at(-1)?.kind).toBe('state'), WAIT);
  end();
  await done;
});

test('a secret of another launch ends it at once', async () => {
  startFakeHost(buildAppState());
  const { heard, done } = follow('of yesterday');
  await done;
  expect(heard).toEqual([{ kind: 'closed' }]);
});

test('what this window does not understand leaves the last state in place', async () => {
  const lines = ['event: state\ndata: {"app":1}\n\n', 'event: state\ndata: no json\n\n'];
  vi.stubGlobal('fetch', async () => {
    const body = new ReadableStream({
      start(controller) {
        for (const line of [...lines, `event: state\ndata: ${JSON.stringify(buildAppState())}\n\n`])
          controller.enqueue(new TextEncoder().encode(line));
      },
    });
    return new Response(body);
  });
  const { heard, end } = follow();
  await vi.waitFor(() => expect(heard).toHaveLength(1));
  expect(heard[0]).toEqual({ kind: 'state', state: buildAppState() });
  end();
});
