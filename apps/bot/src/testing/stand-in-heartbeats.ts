import type { Answer, BeatBody, StandInState } from './stand-in-state.ts';

/** Keeps a heartbeat and its proofs, and passes on what the bot does not have yet. */
export function heard(state: StandInState, body: BeatBody): Answer {
  state.beats.push(body);
  for (const { command_id, result } of body.acknowledged) {
    const command = state.commands.find(({ id }) => id === command_id);
    if (command) command.result ??= result;
  }
  const commands = state.commands
    .filter(({ id, result }) => result === null && !body.received.includes(id))
    .map(({ id, kind }) => ({ command_id: id, kind, asked_at: '2026-11-20T00:00:00.000Z' }));
  const entries_off = (state.commands.at(-1)?.kind ?? 'resume') !== 'resume';
  return { status: 200, document: { success: true, commands, entries_off, next_in_s: 0 } };
}

/** Whether an answer would be held by a service: there is nothing for the bot to do. */
export function isHeld(state: StandInState, path: string, prefer: string | undefined): boolean {
  const received = state.beats.at(-1)?.received ?? [];
  return (
    path === '/api/bot/heartbeat' &&
    prefer !== undefined &&
    state.commands.every(({ id, result }) => result !== null || received.includes(id))
  );
}
