import type { HostedAccount } from '@quorate/contract/hosted-accounts';
import type { CommandKind } from '@quorate/contract/live';
import { Badge } from '@quorate/ui/badge';
import { Button } from '@quorate/ui/button';
import { HostedFigures } from '@quorate/ui/hosted-figures';
import { AWAITED_WORDS, isFulfilled, SOURCE_WORDS, standingOf } from '@quorate/ui/hosted-words';
import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { useIsDemo } from '../../lib/demo.ts';
import { useDeskPath } from '../../lib/desk-path.ts';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { useCommandHosted } from './hosted.api.ts';
import { CloseAllDialog, DeleteDialog, ResetDialog } from './hosted-dialogs.tsx';
import { CARD_CLASS, WATCHED_CARD_CLASS } from './hosted-place.tsx';

type HostedCardProps = {
  userId: string;
  account: HostedAccount;
  /** By the service's clock, in ms. */
  now: number;
  timeZone: string;
  limit: number;
  onSettings: () => void;
  prepareSettings: () => void;
  /** Called with what was done, once the service has agreed. */
  onDone: (words: string | null) => void;
};

type Asking = 'close_all' | 'reset' | 'delete';

/** One paper account: what it is doing, its figures, and what its owner can do with it. */
export function HostedCard(props: HostedCardProps) {
  const { userId, account, now, timeZone, limit, onDone } = props;
  const [asking, setAsking] = useState<Asking | null>(null);
  const isDemo = useIsDemo();
  const historyOf = useHistoryOf(account);
  const [asked, setAsked] = useState<CommandKind | null>(null);
  const { settings, closed_trades: closed } = account;
  const standing = standingOf(account, { timeZone, now, limit });
  const isWaiting = asked !== null && !isFulfilled(asked, account);
  // Once it is done it is no news any more, even where the account changes again.
  if (asked !== null && !isWaiting) setAsked(null);
  const ended = (words: string | null) => () => {
    setAsking(null);
    onDone(words);
  };
  const dialog = { userId, account, onClose: () => setAsking(null) };
  return (
    <article
      aria-label={`Paper account ${settings.name}`}
      className={isDemo ? WATCHED_CARD_CLASS : CARD_CLASS}
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1.5">
        <h3 className="min-w-0 text-body font-medium wrap-anywhere">{settings.name}</h3>
        <p className="flex flex-wrap gap-2">
          <Badge>{SOURCE_WORDS[account.source].mark}</Badge>
          <Badge tone={standing.tone}>{standing.word}</Badge>
        </p>
      </div>
      <p className="mt-1 text-small text-muted">
        {standing.sentence}{' '}
        {standing.link && !isDemo && (
          <TextLink to={standing.link.to}>{standing.link.words}</TextLink>
        )}
      </p>
      <HostedFigures account={account} className="lg:grid-cols-2 xl:grid-cols-4" />
      <p className="mt-2 text-tiny text-muted">
        {closed > 0 ? (
          <>
            See its <TextLink to={historyOf('')}>trades</TextLink> and the{' '}
            <TextLink to={historyOf('&view=decisions')}>decisions behind them</TextLink>.
          </>
        ) : (
          <>
            No closed trade yet. See its{' '}
            <TextLink to={historyOf('&view=decisions')}>decisions</TextLink> so far.
          </>
        )}
      </p>
      {!isDemo && (
        <Acts
          {...props}
          onAsk={setAsking}
          onCommand={(kind) => {
            setAsked(kind);
            onDone(null);
          }}
        />
      )}
      <p role="status" className="mt-2 text-tiny text-muted empty:hidden">
        {isWaiting && AWAITED_WORDS[asked]}
      </p>
      {asking === 'close_all' && (
        <CloseAllDialog
          {...dialog}
          onDone={() => {
            setAsked('close_all');
            ended(null)();
          }}
        />
      )}
      {asking === 'reset' && (
        <ResetDialog {...dialog} onDone={ended(`${settings.name} begins again.`)} />
      )}
      {asking === 'delete' && (
        <DeleteDialog {...dialog} onDone={ended(`${settings.name} was deleted.`)} />
      )}
    </article>
  );
}

/** The record of accounts of its kind. */
function useHistoryOf({ account: { account_type: kind } }: HostedAccount) {
  const desk = useDeskPath();
  return (view: string) =>
    `${desk}?tab=history${view}${kind === 'unknown' ? '' : `&account=${kind}`}`;
}

type ButtonProps = Partial<ComponentProps<typeof Button>>;

type ActsProps = HostedCardProps & {
  onAsk: (what: Asking) => void;
  onCommand: (kind: CommandKind) => void;
};

function Acts({ userId, account, onSettings, prepareSettings, onAsk, onCommand }: ActsProps) {
  const { bot_id: botId, state, settings } = account;
  const command = useCommandHosted(userId);
  const kind: CommandKind = state === 'paused' ? 'resume' : 'entries_off';
  const sent = useRef<{ kind: CommandKind; id: string } | null>(null);
  useEffect(() => {
    // Once the account has changed, the same button asks for something new.
    if (sent.current && sent.current.kind !== kind) sent.current = null;
  }, [kind]);
  const toggle = () => {
    if (botId === null) return;
    // Tried again, it is the same command.
    sent.current ??= { kind, id: crypto.randomUUID() };
    command.mutate(
      { botId, commandId: sent.current.id, kind },
      {
        onSuccess: () => {
          sent.current = null;
          onCommand(kind);
        },
      },
    );
  };
  const button = (words: string, onClick: () => void, more: ButtonProps = {}) => (
    <Button
      variant="secondary"
      size="small"
      className="max-sm:min-h-11"
      onClick={onClick}
      aria-label={`${words}, ${settings.name}`}
      {...more}
    >
      {words}
    </Button>
  );
  const commandable = { disabled: botId === null };
  return (
    <>
      <div className="mt-3 flex flex-wrap gap-2">
        {button(kind === 'resume' ? 'Resume' : 'Pause', toggle, {
          ...commandable,
          busy: command.isPending,
        })}
        {button('Close all', () => onAsk('close_all'), commandable)}
        {button('Settings', onSettings, {
          onPointerEnter: prepareSettings,
          onFocus: prepareSettings,
        })}
        {button('Start again', () => onAsk('reset'), { variant: 'quiet' })}
        {button('Delete', () => onAsk('delete'), { variant: 'quiet' })}
      </div>
      {botId === null && (
        <p className="mt-2 text-tiny text-muted">You can pause it as soon as it has begun.</p>
      )}
      <FailureNotice
        title={kind === 'resume' ? 'Failed to resume' : 'Failed to pause'}
        error={command.error}
        className="mt-3"
      />
    </>
  );
}
