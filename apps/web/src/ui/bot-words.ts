import { plural, select, t } from '@lingui/core/macro';
import { SILENT_AFTER_S } from '@quorate/contract/bot-terms';
import type { BotReply, CommandKind } from '@quorate/contract/live';
import { BOT_STATE_WORDS } from '@quorate/ui/bot-state-words';

export const COMMAND_WORDS: Record<CommandKind, { act: string; done: string }> = {
  entries_off: { act: t`Stop new entries`, done: t`New entries are off` },
  close_all: { act: t`Close everything`, done: t`Everything is closed and new entries are off` },
  resume: { act: t`Resume`, done: t`The bot may open trades again` },
};

export const ACCOUNT_WORDS: Record<BotReply['account']['account_type'], string> = {
  demo: t`Demo`,
  real: t`Real`,
  unknown: t`Type unknown`,
  practice: t`Practice`,
};

/** @example durationText(4_000) // '4 s' */
export function durationText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  if (seconds < 60) return t`${seconds} s`;
  const days = Math.floor(seconds / 86_400);
  if (seconds < 3_600) return t`${Math.floor(seconds / 60)} min`;
  if (seconds < 172_800) return t`${Math.floor(seconds / 3_600)} h`;
  return plural(days, { one: '# day', other: '# days' });
}

/** Whether a bot can hear anything now. `silent`: not heard of for too long, and it did not say that it ends. */
export type BotCondition =
  | { kind: 'running' }
  | { kind: 'silent'; forMs: number }
  | { kind: 'ended'; forMs: number };

/** @param now up to when it is known that nothing was heard of it */
export function conditionOf(
  bot: Pick<BotReply, 'ended_at' | 'last_heartbeat_at'>,
  now: number,
): BotCondition {
  if (bot.ended_at !== null) return { kind: 'ended', forMs: now - Date.parse(bot.ended_at) };
  const forMs = now - Date.parse(bot.last_heartbeat_at);
  return forMs >= SILENT_AFTER_S * 1_000 ? { kind: 'silent', forMs } : { kind: 'running' };
}

export function conditionSentence({ state }: BotReply, condition: BotCondition): string {
  const { meaning } = BOT_STATE_WORDS[state];
  switch (condition.kind) {
    case 'running':
      return meaning;
    case 'silent':
      return t`It was ${select(state, { active: 'active', reducing: 'reducing', other: 'paused' })} when last seen.`;
    case 'ended':
      return t`It ended ${durationText(condition.forMs)} ago and was ${select(state, { active: 'active', reducing: 'reducing', other: 'paused' })} then.`;
  }
}

/** Whether the last thing asked for keeps the bot from opening trades. */
export function isStopped({ commands, state }: BotReply): boolean {
  const [newest] = commands;
  return newest ? newest.kind !== 'resume' : state !== 'active';
}

/** Whether a bot has ended in order and nothing of it waits for anybody. */
export function isAtRest({ ended_at: endedAt, open_positions: open, commands }: BotReply): boolean {
  return endedAt !== null && open === 0 && commands.every(({ done_at: done }) => done !== null);
}
