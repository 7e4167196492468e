import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { AccountRuleSet } from '@quorate/contract/rule-sets';
import { Button } from '@quorate/ui/button';
import { Dialog, DialogActions } from '@quorate/ui/dialog';
import { formatMoney } from '@quorate/ui/format';
import { TextField } from '@quorate/ui/text-field';
import { type FormEvent, useState } from 'react';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { useRebaseRuleSet } from './rule-sets.api.ts';

type RebaseDialogProps = { userId: string; account: AccountRuleSet; onClose: () => void };

/** Asks for the account's number before its total limit begins again. */
export function RebaseDialog({ userId, account, onClose }: RebaseDialogProps) {
  const [changeId] = useState(() => crypto.randomUUID());
  const [typed, setTyped] = useState('');
  const rebase = useRebaseRuleSet(userId);
  const { login, currency } = account.account;
  const equity = account.floors?.equity ?? null;
  const send = (event: FormEvent) => {
    event.preventDefault();
    const change = { accountId: account.account_id, changeId, confirmation: typed };
    rebase.mutate(change, { onSuccess: onClose });
  };
  return (
    <Dialog title={t`Begin the total limit again?`} onClose={onClose}>
      <form onSubmit={send}>
        <div className="space-y-4 text-small">
          <p>
            <Trans>
              The total limit of account <span className="figures wrap-anywhere">{login}</span>{' '}
              stopped trading.
            </Trans>{' '}
            {equity === null
              ? t`It begins again at the equity the account has, and trading goes on. What was lost stays lost. We record this change with its time.`
              : t`It begins again at the equity the account has (${formatMoney(equity, currency)}), and trading goes on. What was lost stays lost. We record this change with its time.`}
          </p>
          <ConfirmNumber login={login} typed={typed} onType={setTyped} />
          <FailureNotice title={t`The limit was not changed`} error={rebase.error} />
        </div>
        <DialogActions onCancel={onClose}>
          <Button
            type="submit"
            variant="danger"
            busy={rebase.isPending}
            disabled={typed.trim() !== login}
          >{t`Begin again`}</Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

type ConfirmNumberProps = { login: string; typed: string; onType: (text: string) => void };

/** The field for what confirms a change: the number of the account. */
export function ConfirmNumber({ login, typed, onType }: ConfirmNumberProps) {
  return (
    <TextField
      label={t`Account number`}
      hint={t`Type ${login} to confirm.`}
      value={typed}
      autoComplete="off"
      inputMode="text"
      maxLength={64}
      onChange={(event) => onType(event.target.value)}
    />
  );
}
