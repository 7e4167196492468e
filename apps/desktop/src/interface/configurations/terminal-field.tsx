import { Button } from '@quorate/ui/button';
import { FieldFrame } from '@quorate/ui/field-frame';
import { CONTROL_CLASS } from '@quorate/ui/field-style';
import type { UseQueryResult } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { LocalReply } from '../../contract/local-endpoint.ts';
import type { FoundTerminal, listTerminals } from '../../contract/terminals.ts';
import type { LocalCallError } from '../lib/local-client.ts';
import { FolderDialog } from './folder-dialog.tsx';

type TerminalFieldProps = {
  /** Empty: it is found. */
  value: string;
  onChange: (path: string, terminal?: FoundTerminal) => void;
  error: string | null;
  found: UseQueryResult<LocalReply<typeof listTerminals>, LocalCallError>;
};

/** Which MetaTrader 5: found by itself, one of those that were found, or a folder. */
export function TerminalField({ value, onChange, error, found }: TerminalFieldProps) {
  const id = useId();
  const [picking, setPicking] = useState(false);
  const terminals = found.data?.terminals ?? [];
  const only = terminals.length === 1 ? terminals[0] : undefined;
  return (
    <FieldFrame
      id={id}
      label="Terminal path"
      error={error}
      hint={foundWords(found, terminals.length)}
      aside={
        value === '' ? (
          <span className="text-tiny text-muted">found automatically</span>
        ) : (
          <Button
            variant="quiet"
            size="small"
            className="-my-2 -mr-3"
            onClick={() => onChange('', only)}
          >
            Find it automatically
          </Button>
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
          placeholder={only ? only.install_folder : 'Found automatically'}
          value={value}
          onChange={({ target }) => onChange(target.value, terminalAt(terminals, target.value))}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-note`}
          className={CONTROL_CLASS}
        />
        <Button variant="secondary" onClick={() => setPicking(true)}>
          Browse
        </Button>
      </div>
      <datalist id={`${id}-found`}>
        {terminals.map((terminal) => (
          <option key={terminal.data_folder} value={terminal.install_folder}>
            {accountOf(terminal)}
          </option>
        ))}
      </datalist>
      {terminals.length > 1 && (
        <ul aria-label="Terminals on this computer" className="mt-2 grid gap-1.5">
          {terminals.map((terminal) => (
            <li key={terminal.data_folder}>
              <button
                type="button"
                aria-pressed={value === terminal.install_folder}
                onClick={() => onChange(terminal.install_folder, terminal)}
                className="w-full rounded-control border border-line px-3 py-2 text-left text-tiny hover:border-brand aria-pressed:border-brand aria-pressed:bg-brand/7"
              >
                <span className="figures block [overflow-wrap:anywhere]">
                  {terminal.install_folder}
                </span>
                <span className="text-muted">
                  {accountOf(terminal)}
                  {terminal.portable && ' · portable'}
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
  if (account === null) return 'no account signed in yet';
  return `last account ${account}${server ? ` at ${server}` : ''}`;
}

function foundWords(found: TerminalFieldProps['found'], count: number): string {
  if (found.isError) return `Terminals could not be looked for: ${found.error.message}`;
  if (found.data === undefined) return 'Looking for MetaTrader 5 on this computer.';
  if (count === 0) {
    return 'No MetaTrader 5 was found. Install it from your broker, or choose its folder.';
  }
  return count === 1
    ? 'Found on this computer. Leave it empty to keep it so.'
    : `${count} were found: choose one, as each account needs a terminal of its own.`;
}
