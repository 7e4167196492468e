import { t } from '@lingui/core/macro';
import { FieldFrame } from '@quorate/ui/field-frame';
import { CONTROL_CLASS } from '@quorate/ui/field-style';
import { Icon } from '@quorate/ui/icon';
import { type KeyboardEvent, useId, useRef, useState } from 'react';

type ServerFieldProps = {
  value: string;
  onChange: (server: string) => void;
  /** Those that the terminals know. */
  servers: readonly string[];
  error: string | null;
};

const SHOWN = 100;

/** The broker's server: chosen from the list of those that the terminals know, or typed. */
export function ServerField({ value, onChange, servers, error }: ServerFieldProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState(-1);
  // The whole list until something is typed: what is filled in would otherwise hide every other one.
  const [typed, setTyped] = useState(false);
  const wanted = typed ? value.trim().toLowerCase() : '';
  const shown = servers.filter((one) => one.toLowerCase().includes(wanted)).slice(0, SHOWN);
  const isOpen = open && shown.length > 0;

  const show = () => {
    setOpen(true);
    setAt(-1);
  };
  const choose = (server: string) => {
    onChange(server);
    setTyped(false);
    setOpen(false);
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (!isOpen) return show();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      const next = (at + step + shown.length) % shown.length;
      setAt(at === -1 && step === -1 ? shown.length - 1 : next);
    } else if (event.key === 'Enter' && isOpen && shown[at] !== undefined) {
      event.preventDefault();
      choose(shown[at]);
    } else if (event.key === 'Escape' && isOpen) {
      event.preventDefault();
      setOpen(false);
    }
  };
  return (
    <FieldFrame
      id={id}
      label={t`Broker server`}
      error={error}
      hint={
        servers.length === 0 ? t`As MetaTrader 5 shows it at sign-in.` : t`Choose it, or type it.`
      }
    >
      <div className="relative">
        <input
          ref={field}
          id={id}
          name="broker_server"
          role="combobox"
          aria-expanded={isOpen}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={isOpen && at >= 0 ? `${id}-${at}` : undefined}
          autoComplete="off"
          spellCheck={false}
          maxLength={64}
          value={value}
          onChange={(event) => {
            setTyped(true);
            onChange(event.target.value);
            show();
          }}
          onKeyDown={onKeyDown}
          onBlur={() => setOpen(false)}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-note`}
          className={`${CONTROL_CLASS} pe-11`}
        />
        {servers.length > 0 && (
          <button
            type="button"
            tabIndex={-1}
            aria-label={t`Show the servers`}
            // The field keeps the focus, so that leaving it closes the list.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => {
              field.current?.focus();
              setTyped(false);
              if (isOpen) setOpen(false);
              else show();
            }}
            className="absolute inset-y-0 end-0 grid w-11 place-items-center rounded-control text-muted hover:text-ink"
          >
            <Icon name="down" className="size-4" />
          </button>
        )}
        <div
          id={`${id}-list`}
          role="listbox"
          aria-label={t`Broker servers`}
          hidden={!isOpen}
          className="absolute inset-x-0 top-full z-20 mt-1 max-h-64 overflow-y-auto rounded-control border border-line bg-raised py-1 shadow-overlay"
        >
          {shown.map((server, index) => (
            <div
              key={server}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === at}
              onMouseDown={(event) => {
                event.preventDefault();
                choose(server);
              }}
              className="cursor-pointer px-3 py-1.5 text-small hover:bg-sunk aria-selected:bg-sunk"
            >
              {server}
            </div>
          ))}
        </div>
      </div>
    </FieldFrame>
  );
}
