import type { BotReply } from '@quorate/contract/live';
import { countOf } from '@quorate/ui/format';
import { Notice } from '@quorate/ui/notice';
import { formatClock, formatTime, viewerTimeZone } from '@quorate/ui/time-format';
import { type BotCondition, durationText } from './bot-words.ts';

const DAY_MS = 86_400_000;

/** What is wrong with a bot that does not run as it should, and what still holds. */
export function BotTrouble({ bot, condition }: { bot: BotReply; condition: BotCondition }) {
  const { open_positions: open } = bot;
  if (condition.kind === 'silent')
    return (
      <Notice
        tone="error"
        live
        className="mt-3"
        title={`Silent since ${sinceText(bot, condition.forMs)}, ${open === 0 ? 'nothing' : countOf(open, 'position')} open`}
      >
        Not heard of for {durationText(condition.forMs)}: the bot, its computer or its connection is
        down. {openWords(open)} The figures above are from its last heartbeat.
      </Notice>
    );
  if (condition.kind === 'ended' && open > 0)
    return (
      <Notice
        tone="warning"
        className="mt-3"
        title={`It ended with ${countOf(open, 'position')} open`}
      >
        Until it runs again nobody manages {open === 1 ? 'it' : 'them'}; stops and targets that the
        broker has still hold.
      </Notice>
    );
  return null;
}

/** Its last heartbeat; with the day where that was not today. */
function sinceText({ last_heartbeat_at: last }: BotReply, forMs: number): string {
  const format = forMs < DAY_MS / 2 ? formatClock : formatTime;
  return format(last, viewerTimeZone());
}

function openWords(open: number): string {
  if (open === 0) return 'Nothing was open when it was last heard of.';
  const were = open === 1 ? 'was' : 'were';
  return `${countOf(open, 'position')} ${were} open when it was last heard of; stops and targets that the broker has still hold.`;
}
