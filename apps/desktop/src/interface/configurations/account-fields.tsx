import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Badge } from '@quorate/ui/badge';
import { Button } from '@quorate/ui/button';
import { Dialog } from '@quorate/ui/dialog';
import { FieldFrame } from '@quorate/ui/field-frame';
import { CONTROL_CLASS } from '@quorate/ui/field-style';
import { PasswordField } from '@quorate/ui/password-field';
import { Spinner } from '@quorate/ui/spinner';
import { TextField } from '@quorate/ui/text-field';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { LocalReply } from '../../contract/local-endpoint.ts';
import { type FoundTerminal, listFolder, listTerminals } from '../../contract/terminals.ts';
import { useAppState } from '../lib/contexts.tsx';
import { FailureNotice } from '../lib/failure-notice.tsx';
import { placesOf, TextLink } from '../lib/links.tsx';
import { type LocalCallError, useLocal } from '../lib/local-client.ts';
import type { Faults } from '../risk/check-risk.ts';
import type { ConfigurationDraft } from './configuration-draft.ts';
import { ServerField } from './server-field.tsx';

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
        label={t`Configuration name`}
        name="configuration_name"
        autoComplete="off"
        maxLength={40}
        value={draft.configuration_name}
        onChange={(event) => onChange({ configuration_name: event.target.value })}
        error={faults.configuration_name ?? null}
        hint={t`For you, such as the broker or the session it trades.`}
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
          label={t`Terminal account number`}
          name="account_number"
          inputMode="numeric"
          autoComplete="off"
          maxLength={20}
          value={draft.account_number}
          onChange={(event) => onChange({ account_number: event.target.value })}
          error={faults.account_number ?? null}
          hint={t`MetaTrader 5 shows it as Login.`}
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
        label={t`Terminal password`}
        name="terminal_password"
        autoComplete="off"
        maxLength={256}
        value={draft.terminal_password}
        onChange={(event) => onChange({ terminal_password: event.target.value })}
        error={faults.terminal_password ?? null}
        {...(hasPassword && { placeholder: t`kept, leave empty to keep` })}
        hint={
          <>
            {t`Stored in ${app.vault.place}. Never sent to the service.`}
            {app.vault.why !== null && (
              <span className="block text-warn">{t`Your system’s keychain is not used. Settings says why.`}</span>
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
  { value: 'demo', label: t`Demo` },
  { value: 'real', label: t`Real` },
] as const;

/** Demo or Real. It is told here and changed elsewhere: real money takes a step of its own. */
function AccountTypeField({ type, isNew, name }: AccountTypeFieldProps) {
  return (
    <fieldset>
      <legend className="mb-1.5 text-small font-medium">{t`Account type`}</legend>
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
          t`Every configuration begins on a demo account. You can switch later, under Real money.`
        ) : type === 'demo' ? (
          <Trans>
            Virtual money. To trade your own,{' '}
            <TextLink to={placesOf(name).realMoney}>{t`switch to Real`}</TextLink>.
          </Trans>
        ) : (
          <Trans>
            Your own money. <TextLink to={placesOf(name).realMoney}>{t`Back to Demo`}</TextLink>.
          </Trans>
        )}
      </p>
    </fieldset>
  );
}

type TerminalFieldProps = {
  /** Empty: it is found. */
  value: string;
  onChange: (path: string, terminal?: FoundTerminal) => void;
  error: string | null;
  found: UseQueryResult<LocalReply<typeof listTerminals>, LocalCallError>;
};

/** Which MetaTrader 5: found by itself, one of those that were found, or a folder. */
function TerminalField({ value, onChange, error, found }: TerminalFieldProps) {
  const id = useId();
  const [picking, setPicking] = useState(false);
  const terminals = found.data?.terminals ?? [];
  const only = terminals.length === 1 ? terminals[0] : undefined;
  return (
    <FieldFrame
      id={id}
      label={t`Terminal path`}
      error={error}
      hint={foundWords(found, terminals.length)}
      aside={
        value === '' ? (
          <span className="text-tiny text-muted">{t`found automatically`}</span>
        ) : (
          <Button
            variant="quiet"
            size="small"
            className="-my-2 -me-3"
            onClick={() => onChange('', only)}
          >{t`Find it automatically`}</Button>
        )
      }
    >
      <div className="flex gap-2">
        <input
          id={id}
          name="terminal_path"
          autoComplete="off"
          spellCheck={false}
          list={`${id}-found`}
          maxLength={1_000}
          placeholder={only ? only.install_folder : t`Found automatically`}
          value={value}
          onChange={({ target }) => onChange(target.value, terminalAt(terminals, target.value))}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-note`}
          className={CONTROL_CLASS}
        />
        <Button variant="secondary" onClick={() => setPicking(true)}>{t`Browse`}</Button>
      </div>
      <datalist id={`${id}-found`}>
        {terminals.map((terminal) => (
          <option key={terminal.data_folder} value={terminal.install_folder}>
            {accountOf(terminal)}
          </option>
        ))}
      </datalist>
      {terminals.length > 1 && (
        <ul aria-label={t`Terminals on this computer`} className="mt-2 grid gap-1.5">
          {terminals.map((terminal) => (
            <li key={terminal.data_folder}>
              <button
                type="button"
                aria-pressed={value === terminal.install_folder}
                onClick={() => onChange(terminal.install_folder, terminal)}
                className="w-full rounded-control border border-line px-3 py-2 text-start text-tiny hover:border-brand aria-pressed:border-brand aria-pressed:bg-brand/7"
              >
                <span className="figures block [overflow-wrap:anywhere]">
                  {terminal.install_folder}
                </span>
                <span className="text-muted">
                  {accountOf(terminal)}
                  {terminal.portable && ` · ${t`portable`}`}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {picking && (
        <FolderDialog
          begin={value === '' ? null : value}
          onPick={(path) => {
            setPicking(false);
            onChange(path, terminalAt(terminals, path));
          }}
          onClose={() => setPicking(false)}
        />
      )}
    </FieldFrame>
  );
}

function terminalAt(terminals: readonly FoundTerminal[], path: string): FoundTerminal | undefined {
  return terminals.find((one) => one.install_folder === path || one.data_folder === path);
}

function accountOf({ account_number: account, broker_server: server }: FoundTerminal): string {
  if (account === null) return t`no account signed in yet`;
  return server ? t`last account ${account} at ${server}` : t`last account ${account}`;
}

function foundWords(found: TerminalFieldProps['found'], count: number): string {
  if (found.isError) return t`Failed to look for terminals: ${found.error.message}`;
  if (found.data === undefined) return t`Looking for MetaTrader 5 on this computer.`;
  if (count === 0) {
    return t`No MetaTrader 5 was found. Install it from your broker, or choose its folder.`;
  }
  return count === 1
    ? t`Found on this computer. You can leave this empty.`
    : t`${count} were found. Choose one: each account needs its own terminal.`;
}

type FolderDialogProps = {
  /** Where it opens; null for the drives. */
  begin: string | null;
  onPick: (path: string) => void;
  onClose: () => void;
};

/** Walks through the folders of this computer to a MetaTrader 5. */
function FolderDialog({ begin, onPick, onClose }: FolderDialogProps) {
  const [path, setPath] = useState(begin);
  const folder = useLocal(listFolder, path === null ? {} : { query: { path } });
  const { data } = folder;
  const here = data?.path ?? null;
  return (
    <Dialog title={t`Where is MetaTrader 5?`} onClose={onClose} wide>
      <p className="figures min-h-6 text-tiny text-muted [overflow-wrap:anywhere]" role="status">
        {here ?? (data ? t`Drives and usual places` : (path ?? ''))}
      </p>
      <FailureNotice
        title={t`Failed to open this folder`}
        error={folder.error}
        busy={folder.isFetching}
        onRetry={() => void folder.refetch()}
      />
      {folder.isError && path !== null && (
        <Button
          variant="quiet"
          size="small"
          className="mt-2"
          onClick={() => setPath(null)}
        >{t`Go to the drives`}</Button>
      )}
      <div className="mt-2 h-[19rem] overflow-y-auto rounded-control border border-line">
        {data === undefined ? (
          <div className="grid h-full place-items-center">
            {folder.isPending && <Spinner label={t`Looking`} />}
          </div>
        ) : (
          <ul aria-label={t`Folders`}>
            {here !== null && (
              <li className="border-b border-line">
                <FolderButton onClick={() => setPath(data.parent)}>{t`↑ One up`}</FolderButton>
              </li>
            )}
            {data.folders.map((one) => (
              <li key={one.path} className="border-b border-line last:border-b-0">
                <FolderButton onClick={() => setPath(one.path)}>
                  <span className="min-w-0 flex-1 truncate">{one.name}</span>
                  {one.is_terminal && <Badge tone="brand">{t`MetaTrader 5`}</Badge>}
                </FolderButton>
              </li>
            ))}
            {data.folders.length === 0 && (
              <li className="px-3 py-2 text-small text-muted">{t`No folders in here.`}</li>
            )}
            {data.truncated && (
              <li className="px-3 py-2 text-tiny text-muted">{t`Not all folders fit here. Type the path into the field instead.`}</li>
            )}
          </ul>
        )}
      </div>
      <div className="mt-4 flex flex-wrap items-center justify-end gap-3">
        <p role="status" className="min-w-0 flex-1 basis-full text-tiny text-muted sm:basis-0">
          {here !== null &&
            (data?.is_terminal ? t`MetaTrader 5 is here.` : t`No MetaTrader 5 is here.`)}
        </p>
        <Button variant="secondary" onClick={onClose}>{t`Cancel`}</Button>
        <Button
          disabled={here === null || data?.is_terminal !== true}
          onClick={() => here !== null && onPick(here)}
        >{t`Use this folder`}</Button>
      </div>
    </Dialog>
  );
}

type FolderButtonProps = { onClick: () => void; children: ReactNode };

function FolderButton({ onClick, children }: FolderButtonProps) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="flex min-h-10 w-full items-center gap-3 px-3 text-start text-small hover:bg-sunk focus-visible:-outline-offset-2"
    >
      {children}
    </button>
  );
}
