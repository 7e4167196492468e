import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { HostedAccount } from '@quorate/contract/hosted-accounts';
import { Badge } from '@quorate/ui/badge';
import { Button } from '@quorate/ui/button';
import { HostedFigures } from '@quorate/ui/hosted-figures';
import { SOURCE_WORDS, standingOf } from '@quorate/ui/hosted-words';
import { usePaperPause } from '@quorate/ui/use-paper-pause';
import { type ComponentProps, useState } from 'react';
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
  const pause = usePaperPause(account);
  const { settings, closed_trades: closed } = account;
  const standing = standingOf(account, { timeZone, now, limit });
  const ended = (words: string | null) => () => {
    setAsking(null);
    onDone(words);
  };
  const dialog = { userId, account, onClose: () => setAsking(null) };
  return (
    <article
      aria-label={t`Paper account ${settings.name}`}
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
          <Trans>
            See its <TextLink to={historyOf('')}>{t`trades`}</TextLink> and the{' '}
            <TextLink to={historyOf('&view=decisions')}>{t`decisions behind them`}</TextLink>.
          </Trans>
        ) : (
          <Trans>
            No closed trade yet. See its{' '}
            <TextLink to={historyOf('&view=decisions')}>{t`decisions`}</TextLink> so far.
          </Trans>
        )}
      </p>
      {!isDemo && <Acts {...props} pause={pause} onAsk={setAsking} />}
      <p role="status" className="mt-2 text-tiny text-muted empty:hidden">
        {pause.awaited}
      </p>
      {asking === 'close_all' && (
        <CloseAllDialog
          {...dialog}
          onDone={() => {
            pause.ask('close_all');
            ended(null)();
          }}
        />
      )}
      {asking === 'reset' && (
        <ResetDialog {...dialog} onDone={ended(t`${settings.name} begins again.`)} />
      )}
      {asking === 'delete' && (
        <DeleteDialog {...dialog} onDone={ended(t`${settings.name} was deleted.`)} />
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
  pause: ReturnType<typeof usePaperPause>;
  onAsk: (what: Asking) => void;
};

function Acts(props: ActsProps) {
  const { userId, account, onSettings, prepareSettings, onAsk, onDone, pause } = props;
  const { settings } = account;
  const command = useCommandHosted(userId);
  const toggle = () =>
    pause.press((sent, onTaken) =>
      command.mutate(sent, {
        onSuccess: () => {
          onTaken();
          onDone(null);
        },
      }),
    );
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
  const commandable = { disabled: pause.disabledBecause !== null };
  return (
    <>
      <div className="mt-3 flex flex-wrap gap-2">
        {button(pause.label, toggle, { ...commandable, busy: command.isPending })}
        {button(t`Close all`, () => onAsk('close_all'), commandable)}
        {button(t`Settings`, onSettings, {
          onPointerEnter: prepareSettings,
          onFocus: prepareSettings,
        })}
        {button(t`Start again`, () => onAsk('reset'), { variant: 'quiet' })}
        {button(t`Delete`, () => onAsk('delete'), { variant: 'quiet' })}
      </div>
      {pause.disabledBecause !== null && (
        <p className="mt-2 text-tiny text-muted">{pause.disabledBecause}</p>
      )}
      {/* Where it obeyed all the same, only its answer was lost. */}
      <FailureNotice
        title={pause.failure}
        error={command.variables?.kind === pause.kind ? command.error : null}
        className="mt-3"
      />
    </>
  );
}
