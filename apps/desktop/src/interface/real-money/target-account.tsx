import { PasswordField } from '@quorate/ui/password-field';
import { TextField } from '@quorate/ui/text-field';
import { listTerminals } from '../../contract/terminals.ts';
import { ServerField } from '../configurations/server-field.tsx';
import { useAppState } from '../lib/app-state-context.tsx';
import { useLocal } from '../lib/use-local.ts';
import type { Faults } from '../risk/check-risk.ts';
import type { AccountDraft } from './account-draft.ts';

type TargetAccountProps = {
  kind: 'Real' | 'Demo';
  draft: AccountDraft;
  onChange: (draft: AccountDraft) => void;
  faults: Faults;
};

/** The account that the configuration trades on from then on. */
export function TargetAccount({ kind, draft, onChange, faults }: TargetAccountProps) {
  const { app } = useAppState();
  const found = useLocal(listTerminals, {});
  return (
    <div className="space-y-5">
      <div className="grid items-start gap-x-6 gap-y-5 sm:grid-cols-2">
        <TextField
          label={`Account number of the ${kind} account`}
          name="account_number"
          inputMode="numeric"
          autoComplete="off"
          maxLength={20}
          value={draft.account}
          onChange={(event) => onChange({ ...draft, account: event.target.value })}
          error={faults.account_number ?? null}
        />
        <ServerField
          value={draft.server}
          onChange={(server) => onChange({ ...draft, server })}
          servers={found.data?.broker_servers ?? []}
          error={faults.broker_server ?? null}
        />
      </div>
      <PasswordField
        label="Terminal password"
        name="terminal_password"
        autoComplete="off"
        maxLength={256}
        value={draft.password}
        onChange={(event) => onChange({ ...draft, password: event.target.value })}
        error={faults.terminal_password ?? null}
        hint={`Of this account. Kept in ${app.vault.place}. Never sent to the service.`}
      />
    </div>
  );
}
