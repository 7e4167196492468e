import type { BotReply, CommandKind } from '@quorate/contract/live';
import { Badge } from '@quorate/ui/badge';
import { useEffect, useRef, useState } from 'react';
import { BotCommands } from './bot-commands.tsx';
import { BotFacts } from './bot-facts.tsx';
import { BotTrouble } from './bot-trouble.tsx';
import { ACCOUNT_WORDS, conditionOf, conditionSentence, STATE_WORDS } from './bot-words.ts';
import { CommandButtons } from './command-buttons.tsx';
import { CommandDialog } from './command-dialog.tsx';

type BotCardProps = {
  userId: string;
  bot: BotReply;
  now: number;
  /** Up to when it is known that nothing was heard of it; by the service's clock, as `now` is. */
  known: number;
  timeZone: string;
};

const TONES = { active: 'gain', reducing: 'warn', halted: 'neutral' } as const;

/** How one bot is doing, and the switch that stops it. */
export function BotCard({ userId, bot, now, known, timeZone }: BotCardProps) {
  const [asking, setAsking] = useState<CommandKind | null>(null);
  const [given, setGiven] = useState(0);
  const progress = useRef<HTMLDivElement>(null);
  // The button that opened the dialog may be another one by now; its news is where to go on.
  useEffect(() => {
    if (given > 0) progress.current?.focus();
  }, [given]);

  const { account } = bot;
  const condition = conditionOf(bot, known);
  return (
    <article aria-label={`Bot on account ${account.login}`} className="py-5 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1.5">
        <h3 className="min-w-0 text-small font-medium">
          <span className="figures wrap-anywhere">{account.login}</span>
          <span className="text-muted"> at {account.server}</span>
        </h3>
        <p className="flex gap-2">
          <Badge tone={account.account_type === 'real' ? 'warn' : 'neutral'}>
            {ACCOUNT_WORDS[account.account_type]}
          </Badge>
          {condition.kind === 'running' && (
            <Badge tone={TONES[bot.state]}>{STATE_WORDS[bot.state].name}</Badge>
          )}
          {condition.kind === 'silent' && <Badge tone="loss">Silent</Badge>}
          {condition.kind === 'ended' && <Badge>Not running</Badge>}
        </p>
      </div>
      <p className="mt-1 text-tiny text-muted">{conditionSentence(bot, condition)}</p>
      <BotFacts bot={bot} now={now} />
      <BotTrouble bot={bot} condition={condition} />
      <CommandButtons bot={bot} condition={condition} onChoose={setAsking} />
      <div ref={progress} tabIndex={-1} className="rounded-sm">
        <BotCommands commands={bot.commands} condition={condition} timeZone={timeZone} />
      </div>
      {asking && (
        <CommandDialog
          userId={userId}
          bot={bot}
          condition={condition}
          kind={asking}
          onGiven={() => {
            setAsking(null);
            setGiven((times) => times + 1);
          }}
          onClose={() => setAsking(null)}
        />
      )}
    </article>
  );
}
