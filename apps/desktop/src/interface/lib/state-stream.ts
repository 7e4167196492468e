import { sleep } from '@quorate/bot/timers';
import { createEventReader } from '@quorate/contract/event-stream';
import { type AppState, appState, STATE_STREAM } from '../../contract/app-state.ts';

/** The app writes a comment every 15 s: a connection that is silent for longer than two of them is dead. */
const SILENCE_MS = 35_000;
const WAITS_MS = [300, 700, 1_500, 3_000] as const;
/** So many attempts in a row before a person is told: an update swaps the app within a second or two. */
const QUIET_ATTEMPTS = 2;

export type StreamEvent =
  | { kind: 'state'; state: AppState }
  /** The app does not answer. */
  | { kind: 'gone' }
  /** It answers, and not to this window: another launch. */
  | { kind: 'closed' };

/** Follows the state until it is called off, connecting again whenever the connection ends. */
export async function followState(
  secret: string,
  hear: (event: StreamEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  let attempts = 0;
  while (!signal.aborted) {
    const outcome = await readOnce(secret, signal, (state) => {
      attempts = 0;
      hear({ kind: 'state', state });
    });
    if (signal.aborted) return;
    if (outcome === 'closed') {
      hear({ kind: 'closed' });
      return;
    }
    attempts += 1;
    if (attempts >= QUIET_ATTEMPTS) hear({ kind: 'gone' });
    await sleep(WAITS_MS[Math.min(attempts, WAITS_MS.length) - 1] ?? 0, signal);
  }
}

async function readOnce(
  secret: string,
  signal: AbortSignal,
  hear: (state: AppState) => void,
): Promise<'ended' | 'closed'> {
  const silence = new AbortController();
  const ended = AbortSignal.any([signal, silence.signal]);
  let timer = setTimeout(() => silence.abort(), SILENCE_MS);
  const reader = createEventReader(({ name, data }) => {
    const state = name === 'state' ? parseState(data) : null;
    if (state) hear(state);
  });
  try {
    const response = await fetch(STATE_STREAM, {
      headers: { accept: 'text/event-stream', authorization: `Bearer ${secret}` },
      signal: ended,
    });
    if (response.status === 401 || response.status === 403) return 'closed';
    if (!response.ok || response.body === null) return 'ended';
    // Not every browser walks through a stream by itself.
    const pieces = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { done, value } = await pieces.read();
      if (done) return 'ended';
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), SILENCE_MS);
      reader(value);
    }
  } catch {
    // The app is not there, or went away in the middle: the caller tries again.
    return 'ended';
  } finally {
    clearTimeout(timer);
    silence.abort();
  }
}

/** null for what this window does not understand: the last state stays. */
function parseState(data: string): AppState | null {
  try {
    const parsed = appState.safeParse(JSON.parse(data));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
