import { PasswordField } from '@quorate/ui/password-field';
import { TextField } from '@quorate/ui/text-field';
import { useEffect, useRef, useState } from 'react';
import { listTerminals } from '../../contract/terminals.ts';
import { useAppState } from '../lib/app-state-context.tsx';
import { TextLink } from '../lib/text-link.tsx';
import { useLocal } from '../lib/use-local.ts';
import type { Faults } from '../risk/check-risk.ts';
import { placesOf } from '../run/places.ts';
import type { ConfigurationDraft } from './configuration-draft.ts';
import { ServerField } from './server-field.tsx';
import { TerminalField } from './terminal-field.tsx';

type AccountFieldsProps = {
  draft: ConfigurationDraft;
  onChange: (changes: Partial<ConfigurationDraft>) => void;
  faults: Faults;
  isNew: boolean;
  accountType: 'demo' | 'real';
  hasPassword: boolean;
  /** Of the configuration as it is saved. */
  name: string;
};

/** Which terminal, which account, and its password. */
export function AccountFields(props: AccountFieldsProps) {
  const { draft, onChange, faults, isNew, accountType, hasPassword, name } = props;
  const { app } = useAppState();
  const found = useLocal(listTerminals, {});
  const password = useRef<HTMLInputElement>(null);
  const asksForPasswordOnly =
    isNew && draft.account_number !== '' && draft.broker_server !== '' && !hasPassword;
  const [begunThere] = useState(asksForPasswordOnly);
  useEffect(() => {
    if (begunThere) password.current?.focus({ preventScroll: true });
  }, [begunThere]);
  /** Nothing yet, or what was filled in of another terminal. */
  const isFound = (field: 'account_number' | 'broker_server') =>
    draft[field] === '' ||
    (found.data?.terminals.some((terminal) => terminal[field] === draft[field]) ?? false);
  return (
    <div className="space-y-5">
      <TextField
        label="Configuration name"
        name="configuration_name"
        autoComplete="off"
        maxLength={40}
        value={draft.configuration_name}
        onChange={(event) => onChange({ configuration_name: event.target.value })}
        error={faults.configuration_name ?? null}
        hint="For you, such as the broker or the session it trades."
      />
      <TerminalField
        value={draft.terminal_path}
        onChange={(terminal_path, terminal) =>
          onChange({
            terminal_path,
            // The account that this terminal knows; what was typed by hand stays.
            ...(terminal?.account_number &&
              isFound('account_number') && { account_number: terminal.account_number }),
            ...(terminal?.broker_server &&
              isFound('broker_server') && { broker_server: terminal.broker_server }),
          })
        }
        error={faults.terminal_path ?? null}
        found={found}
      />
      <div className="grid items-start gap-x-6 gap-y-5 sm:grid-cols-2">
        <TextField
          label="Terminal account number"
          name="account_number"
          inputMode="numeric"
          autoComplete="off"
          maxLength={20}
          value={draft.account_number}
          onChange={(event) => onChange({ account_number: event.target.value })}
          error={faults.account_number ?? null}
          hint="MetaTrader 5 shows it as Login."
        />
        <ServerField
          value={draft.broker_server}
          onChange={(broker_server) => onChange({ broker_server })}
          servers={found.data?.broker_servers ?? []}
          error={faults.broker_server ?? null}
        />
      </div>
      <PasswordField
        ref={password}
        label="Terminal password"
        name="terminal_password"
        autoComplete="off"
        maxLength={256}
        value={draft.terminal_password}
        onChange={(event) => onChange({ terminal_password: event.target.value })}
        error={faults.terminal_password ?? null}
        {...(hasPassword && { placeholder: 'kept, leave empty to keep' })}
        hint={
          <>
            Kept in {app.vault.place}. Never sent to the service.
            {app.vault.why !== null && (
              <span className="block text-warn">
                This system has no vault that answers; the settings say more.
              </span>
            )}
          </>
        }
      />
      <AccountTypeField type={accountType} isNew={isNew} name={name} />
    </div>
  );
}

type AccountTypeFieldProps = { type: 'demo' | 'real'; isNew: boolean; name: string };

const TYPES = [
  { value: 'demo', label: 'Demo' },
  { value: 'real', label: 'Real' },
] as const;

/** Demo or Real. It is told here and changed elsewhere: real money takes a step of its own. */
function AccountTypeField({ type, isNew, name }: AccountTypeFieldProps) {
  return (
    <fieldset>
      <legend className="mb-1.5 text-small font-medium">Account type</legend>
      <div className="flex gap-5">
        {TYPES.map(({ value, label }) => (
          <label key={value} className="inline-flex min-h-9 items-center gap-2 text-small">
            <input
              type="radio"
              name="account_type"
              value={value}
              checked={type === value}
              disabled={type !== value}
              readOnly
              className="size-[1.125rem] accent-brand"
            />
            <span className={type === value ? undefined : 'text-muted'}>{label}</span>
          </label>
        ))}
      </div>
      <p className="mt-1 text-tiny text-muted">
        {isNew ? (
          'Every configuration begins on a demo account. Switch later, under Real money: it asks for a passed setup check and demo trades first.'
        ) : type === 'demo' ? (
          <>
            Virtual money. To trade your own,{' '}
            <TextLink to={placesOf(name).realMoney}>switch to Real</TextLink>.
          </>
        ) : (
          <>
            Your own money. <TextLink to={placesOf(name).realMoney}>Back to Demo</TextLink>.
          </>
        )}
      </p>
    </fieldset>
  );
}
