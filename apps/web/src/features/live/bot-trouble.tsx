import type { BotReply } from '@quorate/contract/live';
import { countOf } from '../../lib/format.ts';
import { Notice } from '../../ui/notice.tsx';
import { type BotCondition, durationText } from './bot-words.ts';

/** What is wrong with a bot that does not run as it should, and what still holds. */
export function BotTrouble({ bot, condition }: { bot: BotReply; condition: BotCondition }) {
  const { open_positions: open } = bot;
  if (condition.kind === 'silent')
    return (
      <Notice
        tone="error"
        live
        className="mt-3"
        title={`Silent for ${durationText(condition.forMs)}`}
      >
        The bot, its computer or its connection is down. {openWords(open)} The figures above are
        from its last heartbeat.
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

function openWords(open: number): string {
  if (open === 0) return 'Nothing was open when it was last heard of.';
  const were = open === 1 ? 'was' : 'were';
  return `${countOf(open, 'position')} ${were} open when it was last heard of; stops and targets that the broker has still hold.`;
}
