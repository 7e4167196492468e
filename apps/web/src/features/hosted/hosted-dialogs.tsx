import { plural, t } from '@lingui/core/macro';
import type { HostedAccount } from '@quorate/contract/hosted-accounts';
import { Button } from '@quorate/ui/button';
import { Dialog, DialogActions } from '@quorate/ui/dialog';
import { formatMoney } from '@quorate/ui/format';
import { type ReactNode, useState } from 'react';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { useCommandHosted, useDeleteHosted, useResetHosted } from './hosted.api.ts';

type ActDialogProps = {
  userId: string;
  account: HostedAccount;
  onDone: () => void;
  onClose: () => void;
};

/** Asks before everything of a paper account is closed. */
export function CloseAllDialog({ userId, account, onDone, onClose }: ActDialogProps) {
  // One id for as long as the dialog is open: trying again gives the same command.
  const [commandId] = useState(() => crypto.randomUUID());
  const command = useCommandHosted(userId);
  const { bot_id: botId, open_positions: open } = account;
  return (
    <ConfirmDialog
      title={t`Close everything of ${account.settings.name}?`}
      act={t`Close all`}
      failure={t`Failed to send the command`}
      busy={command.isPending}
      error={command.error}
      onAct={() =>
        botId !== null &&
        command.mutate({ botId, commandId, kind: 'close_all' }, { onSuccess: onDone })
      }
      onClose={onClose}
    >
      {open === 0
        ? t`We close whatever is open at the next price and pause the account. Press Resume to trade on.`
        : t`We close ${plural(open, { one: '# open position', other: '# open positions' })} at the next price and pause the account. Press Resume to trade on.`}
    </ConfirmDialog>
  );
}

/** Asks before a paper account begins again. */
export function ResetDialog({ userId, account, onDone, onClose }: ActDialogProps) {
  const [resetId] = useState(() => crypto.randomUUID());
  const reset = useResetHosted(userId);
  const { hosted_id: hostedId, start_balance: balance, open_positions: open } = account;
  return (
    <ConfirmDialog
      title={t`Start ${account.settings.name} again?`}
      act={t`Start again`}
      failure={t`The account did not start again`}
      busy={reset.isPending}
      error={reset.error}
      onAct={() => reset.mutate({ hostedId, resetId }, { onSuccess: onDone })}
      onClose={onClose}
    >
      {t`It begins again with ${formatMoney(balance, account.account.currency)}.`}{' '}
      {open > 0 &&
        plural(open, {
          one: '# open position will be given up.',
          other: '# open positions will be given up.',
        })}{' '}
      {t`Its trades and decisions so far stay in your history.`}
    </ConfirmDialog>
  );
}

/** Asks before a paper account and its record are deleted. */
export function DeleteDialog({ userId, account, onDone, onClose }: ActDialogProps) {
  const remove = useDeleteHosted(userId);
  const { resets } = account;
  return (
    <ConfirmDialog
      title={t`Delete ${account.settings.name}?`}
      act={t`Delete account`}
      failure={t`The account was not deleted`}
      busy={remove.isPending}
      error={remove.error}
      onAct={() => remove.mutate(account.hosted_id, { onSuccess: onDone })}
      onClose={onClose}
    >
      {resets > 0
        ? t`This deletes the account with all its trades and decisions, also those from before it started again.`
        : t`This deletes the account with all its trades and decisions.`}{' '}
      {t`You cannot undo it. To keep them, pause the account instead.`}
    </ConfirmDialog>
  );
}

type ConfirmDialogProps = {
  title: string;
  act: string;
  /** What is said where it fails. */
  failure: string;
  busy: boolean;
  error: unknown;
  onAct: () => void;
  onClose: () => void;
  children: ReactNode;
};

function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, act, failure, busy, error, onAct, onClose, children } = props;
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="space-y-3 text-small">
        <p>{children}</p>
        <FailureNotice title={failure} error={error} />
      </div>
      <DialogActions onCancel={onClose}>
        <Button variant="danger" busy={busy} onClick={onAct}>
          {act}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
