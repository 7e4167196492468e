import { t } from '@lingui/core/macro';
import type { Desk, DeskAccount } from '@quorate/contract/desk';
import { Button } from '@quorate/ui/button';
import { classNames } from '@quorate/ui/class-names';
import { CONTROL_CLASS } from '@quorate/ui/field-style';
import { Icon } from '@quorate/ui/icon';
import { useNow } from '@quorate/ui/use-now';
import { useState } from 'react';
import { useIsDemo } from '../../lib/demo.ts';
import { latePart } from '../../lib/late-part.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { ASK_WORDS, accountText, type DeskState, deskState } from './desk-words.ts';

const asking = latePart(
  async () => (await import('../../ui/command-dialog.tsx')).CommandDialog,
  null,
  t`Failed to load the question`,
);

type DeskHeadProps = {
  userId: string;
  accounts: readonly DeskAccount[];
  desk: Desk;
  clockAheadMs: number;
  timeZone: string;
  onAccount: (accountId: string) => void;
};

/** Whose desk it is, whether its bot trades, what to do about it, and how to stop it. */
export function DeskHead(props: DeskHeadProps) {
  const { accounts, desk, clockAheadMs, timeZone } = props;
  const now = useNow() + clockAheadMs;
  const state = deskState(desk, now, timeZone);
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 sm:gap-y-2">
      <AccountSwitch {...props} />
      <State state={state} />
      <Acts
        {...props}
        account={accounts.find(({ account_id: id }) => id === desk.account_id)}
        state={state}
      />
    </div>
  );
}

function AccountSwitch({ accounts, desk, onAccount }: DeskHeadProps) {
  const [only] = accounts;
  if (accounts.length < 2)
    return (
      <p className="min-w-0 truncate text-body font-semibold max-sm:flex-1">
        {only ? accountText(only) : ''}
      </p>
    );
  return (
    <div className="relative min-w-0 max-sm:flex-1 max-sm:basis-[9rem]">
      <select
        aria-label={t`Account`}
        value={desk.account_id}
        onChange={(event) => onAccount(event.target.value)}
        className={`${CONTROL_CLASS} min-h-11 max-w-full appearance-none truncate pe-9 text-small font-semibold sm:max-w-[20rem]`}
      >
        {accounts.map((account) => (
          <option key={account.account_id} value={account.account_id}>
            {accountText(account)}
          </option>
        ))}
      </select>
      <Icon
        name="down"
        className="pointer-events-none absolute top-1/2 end-3 size-4 -translate-y-1/2 text-muted"
      />
    </div>
  );
}

const DOTS: Record<DeskState['tone'], string> = {
  gain: 'bg-gain ring-4 ring-gain/20',
  brand: 'bg-brand ring-4 ring-brand/20',
  warn: 'border-2 border-warn',
  loss: 'border-2 border-loss',
  neutral: 'border-2 border-line-strong',
};

function State({ state: { word, tone, sentence, link } }: { state: DeskState }) {
  const isDemo = useIsDemo();
  return (
    // Two lines of room on a phone: what is said differs in length, and nothing below may move.
    <p className="min-h-[2.75rem] min-w-0 flex-1 text-small max-sm:order-last max-sm:basis-full sm:flex sm:min-h-0 sm:flex-wrap sm:items-center sm:gap-x-3">
      <span className="me-2 inline-flex items-center gap-2.5 ps-1 font-semibold">
        <span aria-hidden="true" className={classNames('size-2.5 rounded-full', DOTS[tone])} />
        {word}
      </span>
      <span className="text-muted max-sm:text-tiny">
        {sentence} {link && !isDemo && <TextLink to={link.to}>{link.words}</TextLink>}
      </span>
    </p>
  );
}

type ActsProps = DeskHeadProps & { account: DeskAccount | undefined; state: DeskState };

function Acts({ userId, desk, account, state }: ActsProps) {
  const [kind, setKind] = useState<DeskState['asks'][number] | null>(null);
  const isDemo = useIsDemo();
  const { bot } = desk;
  if (isDemo || !bot || !account) return null;
  return (
    <div className="flex flex-wrap items-center justify-end gap-2">
      <p role="status" className="text-tiny text-muted empty:hidden">
        {bot.commanded && t`Your command is on its way.`}
      </p>
      {state.asks.map((ask) => (
        <Button
          key={ask}
          variant="secondary"
          size="small"
          className={classNames('min-h-11', ask === 'close_all' && 'text-loss')}
          onClick={() => setKind(ask)}
          onPointerEnter={asking.prepare}
          onFocus={asking.prepare}
        >
          {ASK_WORDS[ask]}
        </Button>
      ))}
      {kind && (
        <asking.Part
          userId={userId}
          bot={{
            bot_id: bot.bot_id,
            account,
            open_positions: desk.positions.length + desk.more_positions,
          }}
          condition={bot.ended_at !== null ? 'ended' : state.tone === 'loss' ? 'silent' : 'running'}
          kind={kind}
          onGiven={() => setKind(null)}
          onClose={() => setKind(null)}
        />
      )}
    </div>
  );
}
