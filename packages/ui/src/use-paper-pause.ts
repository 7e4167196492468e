import { t } from '@lingui/core/macro';
import type { HostedAccount } from '@quorate/contract/hosted-accounts';
import type { CommandKind } from '@quorate/contract/live';
import { useEffect, useRef, useState } from 'react';
import { AWAITED_WORDS, isFulfilled } from './hosted-words.ts';

type PaperCommand = Readonly<{ botId: string; commandId: string; kind: 'entries_off' | 'resume' }>;

/** The one button that pauses a paper account or lets it go on, and what is said until the account has obeyed. */
export function usePaperPause(account: HostedAccount) {
  const { bot_id: botId, state } = account;
  const kind = state === 'paused' ? 'resume' : 'entries_off';
  const [asked, setAsked] = useState<CommandKind | null>(null);
  const isWaiting = asked !== null && !isFulfilled(asked, account);
  // Once it is done it is no news any more, even where the account changes again.
  if (asked !== null && !isWaiting) setAsked(null);
  const sent = useRef<{ kind: CommandKind; id: string } | null>(null);
  useEffect(() => {
    // Once the account has changed, the same button asks for something new.
    if (sent.current && sent.current.kind !== kind) sent.current = null;
  }, [kind]);
  return {
    /** What a press asks for now. */
    kind,
    label: kind === 'resume' ? t`Resume` : t`Pause`,
    failure: kind === 'resume' ? t`Failed to resume` : t`Failed to pause`,
    /** Why the button cannot be pressed; null where it can. */
    disabledBecause: botId === null ? t`You can pause it as soon as it has begun.` : null,
    /** What is under way; null where nothing is. */
    awaited: isWaiting ? AWAITED_WORDS[asked] : null,
    /** Something else was asked of the account. */
    ask: setAsked,
    /** @param send sends the command, and calls back once the service has taken it */
    press(send: (command: PaperCommand, onTaken: () => void) => void) {
      if (botId === null) return;
      // Tried again, it is the same command.
      sent.current ??= { kind, id: crypto.randomUUID() };
      send({ botId, commandId: sent.current.id, kind }, () => {
        sent.current = null;
        setAsked(kind);
      });
    },
  };
}
