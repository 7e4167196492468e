import type { BotReply, CommandKind } from '@quorate/contract/live';
import { Button } from '@quorate/ui/button';
import { type BotCondition, COMMAND_WORDS, isStopped } from './bot-words.ts';

type CommandButtonsProps = {
  bot: BotReply;
  condition: BotCondition;
  onChoose: (kind: CommandKind) => void;
};

/** What its owner may tell a bot as things stand. It may be told at any time, also while it is off. */
export function CommandButtons({ bot, condition, onChoose }: CommandButtonsProps) {
  const kinds: CommandKind[] = isStopped(bot)
    ? [...(bot.open_positions > 0 ? (['close_all'] as const) : []), 'resume']
    : ['entries_off', 'close_all'];
  const loud = condition.kind !== 'ended';
  return (
    <div className="mt-3 flex flex-wrap gap-2">
      {kinds.map((kind) => (
        <Button
          key={kind}
          size="small"
          variant={kind === 'close_all' && loud ? 'danger' : 'secondary'}
          onClick={() => onChoose(kind)}
        >
          {COMMAND_WORDS[kind].act}
        </Button>
      ))}
    </div>
  );
}
