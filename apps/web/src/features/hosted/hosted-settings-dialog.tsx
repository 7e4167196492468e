import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import {
  HOSTED_ANALYSTS,
  HOSTED_SYMBOLS_MAX,
  HOSTED_TIMEFRAMES_MAX,
  type HostedAccount,
  type HostedSettings,
  type Pace,
  RISK_PROFILE_NAMES,
} from '@quorate/contract/hosted-accounts';
import { symbolsFor } from '@quorate/contract/hosted-defaults';
import { symbolText } from '@quorate/contract/hosted-terms';
import { Button } from '@quorate/ui/button';
import { Dialog, DialogActions } from '@quorate/ui/dialog';
import { formatMoney } from '@quorate/ui/format';
import { currencyFor } from '@quorate/ui/hosted-words';
import { PROFILE_WORDS, profileFigures } from '@quorate/ui/risk-profile-words';
import { SelectField } from '@quorate/ui/select-field';
import { TextField } from '@quorate/ui/text-field';
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import type { HostedAccounts } from '../../lib/query/hosted-accounts.ts';
import { ExitFields } from '../../ui/exit-fields.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { useChangeHosted, useCreateHosted } from './hosted.api.ts';
import {
  BALANCE_HINT,
  CURRENCIES,
  fieldsOf,
  type HostedFaults,
  type HostedFields,
  newAccount,
  newFields,
  readFields,
  withCurrency,
  withSource,
} from './hosted-form.ts';
import { ANALYST_WORDS, TIMEFRAMES } from './hosted-words.ts';

type HostedSettingsDialogProps = {
  userId: string;
  hosted: HostedAccounts;
  /** null: a new one. */
  account: HostedAccount | null;
  onDone: () => void;
  onClose: () => void;
};

/** How a paper account trades, before it begins or from its next bar on. */
export function HostedSettingsDialog(props: HostedSettingsDialogProps) {
  const { userId, hosted, account, onDone, onClose } = props;
  const [fields, setFields] = useState<HostedFields>(() =>
    account
      ? fieldsOf(account)
      : newFields(
          hosted.sources,
          currencyFor(navigator.language),
          hosted.accounts.map(({ settings }) => settings.name),
        ),
  );
  const [faults, setFaults] = useState<HostedFaults>({});
  // Other fields are another account; what is only sent again is the same.
  const [hostedId, setHostedId] = useState(() => crypto.randomUUID());
  const create = useCreateHosted(userId);
  const change = useChangeHosted(userId);
  const sending = account ? change : create;
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (Object.keys(faults).length === 0) return;
    form.current?.querySelector<HTMLElement>('[aria-invalid], [data-fault] input')?.focus();
  }, [faults]);

  const put = (part: Partial<HostedFields>) => {
    setFields((now) => ({ ...now, ...part }));
    setHostedId(crypto.randomUUID());
    // A note goes as soon as its field is touched.
    const touched = [...Object.keys(part), ...Object.keys(part.exits ?? {})];
    setFaults((now) => without(now, touched));
    sending.reset();
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (sending.isPending) return;
    const read = readFields(fields, account);
    setFaults(read.faults ?? {});
    if (read.faults !== null) return;
    const options = {
      onSuccess: onDone,
      onError: (error: unknown) => setFaults(faultsOf(error)),
    };
    if (account) change.mutate({ hostedId: account.hosted_id, settings: read.settings }, options);
    else create.mutate(newAccount(hostedId, fields, read), options);
  };

  const offered = hosted.sources.find(({ source }) => source === fields.source);
  return (
    <Dialog
      title={account ? t`Settings of ${account.settings.name}` : t`New paper account`}
      onClose={onClose}
      wide
    >
      <form ref={form} noValidate onSubmit={onSubmit} className="space-y-6">
        <TextField
          label={t`Name`}
          value={fields.name}
          maxLength={40}
          autoComplete="off"
          error={faults.name ?? null}
          onChange={(event) => put({ name: event.target.value })}
        />
        {account ? (
          <Fixed account={account} hosted={hosted} />
        ) : (
          <Beginning hosted={hosted} fields={fields} faults={faults} onChange={put} />
        )}
        <Choices
          legend={t`Symbols, up to ${HOSTED_SYMBOLS_MAX}`}
          options={[
            ...new Set([
              ...symbolsFor(offered, fields.currency),
              ...(account?.settings.symbols ?? []),
            ]),
          ]}
          chosen={fields.symbols}
          wordsOf={symbolText}
          note={t`Pairs with ${fields.currency} in them.`}
          fault={faults.symbols}
          onChange={(symbols) => put({ symbols })}
        />
        <Choices
          legend={t`Timeframes, up to ${HOSTED_TIMEFRAMES_MAX}`}
          options={offered?.timeframes ?? TIMEFRAMES}
          chosen={fields.timeframes}
          wordsOf={(timeframe) => timeframe}
          fault={faults.timeframes}
          onChange={(timeframes) => put({ timeframes })}
        />
        <Radios
          legend={t`Risk`}
          options={RISK_PROFILE_NAMES}
          chosen={fields.risk_profile}
          wordsOf={(name) => ({ name: PROFILE_WORDS[name], meaning: profileFigures(name) })}
          onChange={(name) => put({ risk_profile: name })}
          note={
            account && (
              <Trans>
                Rules of a prop firm, or your own, are chosen under{' '}
                <TextLink to="/dashboard#limits" onClick={onClose}>{t`Limits`}</TextLink>.
              </Trans>
            )
          }
        />
        <Radios
          legend={t`Analysts`}
          options={HOSTED_ANALYSTS.toReversed()}
          chosen={fields.analysts}
          wordsOf={(name) => ({ name: ANALYST_WORDS[name], meaning: ANALYST_MEANINGS[name] })}
          onChange={(analysts) => put({ analysts })}
        />
        <Exits fields={fields} faults={faults} onChange={(exits) => put({ exits })} />
        <FailureNotice
          title={account ? t`The settings were not saved` : t`Paper trading did not start`}
          error={sending.error}
        />
        {sending.error instanceof ApiError && sending.error.code === 'hosted_accounts_full' && (
          <p className="text-small">
            <TextLink to="/pricing">{t`Compare the plans`}</TextLink>
          </p>
        )}
        <DialogActions onCancel={onClose}>
          <Button type="submit" variant="primary" busy={sending.isPending}>
            {account ? t`Save settings` : t`Start paper trading`}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

const ANALYST_MEANINGS: Readonly<Record<HostedSettings['analysts'], string>> = {
  rules: t`They cost no tokens.`,
  models: t`They cost tokens of your plan, in real time only. In fast time the built-in analysts vote alone.`,
};

/** The service's notes, which name a field of the settings by its way: settings.name. */
function faultsOf(error: unknown): HostedFaults {
  if (!(error instanceof ApiError)) return {};
  const notes = Object.entries(error.fields).map(([field, note]) => [
    field.replace(/^settings\.(exits\.)?/, '').replace(/\.\d+$/, ''),
    note,
  ]);
  return Object.fromEntries(notes);
}

function without(faults: HostedFaults, names: readonly string[]): HostedFaults {
  if (!names.some((name) => Object.hasOwn(faults, name))) return faults;
  return Object.fromEntries(Object.entries(faults).filter(([name]) => !names.includes(name)));
}

/** What an account keeps for good, and how to get another. */
function Fixed({ account, hosted }: { account: HostedAccount; hosted: HostedAccounts }) {
  const { source, pace, start_balance: balance, account: of } = account;
  const name = hosted.sources.find((offered) => offered.source === source)?.name;
  return (
    <p className="text-small text-muted">
      {name !== undefined && `${name}. `}
      {PACE_WORDS[pace].name}.{' '}
      {t`Began with ${formatMoney(balance, of.currency)}. To choose these again, add another account.`}
    </p>
  );
}

const PACE_WORDS: Readonly<Record<Pace, { name: string; meaning: string }>> = {
  accelerated: {
    name: t`Fast time first`,
    meaning: t`Goes through the last weeks in minutes, then on in real time.`,
  },
  real_time: {
    name: t`Real time`,
    meaning: t`Decides when a bar closes, from now on. A first trade may take days.`,
  },
};

type BeginningProps = {
  hosted: HostedAccounts;
  fields: HostedFields;
  faults: HostedFaults;
  onChange: (part: Partial<HostedFields>) => void;
};

/** What can be chosen only once. */
function Beginning({ hosted, fields, faults, onChange }: BeginningProps) {
  const { sources } = hosted;
  const offered = sources.find(({ source }) => source === fields.source);
  return (
    <>
      {sources.length > 1 && (
        <SelectField
          label={t`Prices`}
          inForm
          value={fields.source}
          options={sources.map(({ source, name }) => ({ value: source, label: name }))}
          onChange={(source) => {
            const next = sources.find((each) => each.source === source);
            if (next) onChange(withSource(fields, next));
          }}
        />
      )}
      {offered && offered.paces.length > 1 && (
        <Radios
          legend={t`Pace`}
          options={offered.paces}
          chosen={fields.pace}
          wordsOf={(pace) => PACE_WORDS[pace]}
          onChange={(pace) => onChange({ pace })}
        />
      )}
      <div className="grid gap-4 xs:grid-cols-2">
        <TextField
          label={t`Starting balance`}
          hint={BALANCE_HINT}
          inputMode="numeric"
          autoComplete="off"
          value={fields.balance}
          error={faults.balance ?? null}
          onChange={(event) => onChange({ balance: event.target.value })}
        />
        <SelectField
          label={t`Currency`}
          inForm
          value={fields.currency}
          options={CURRENCIES.map((code) => ({ value: code, label: code }))}
          onChange={(currency) => onChange(withCurrency(fields, currency, offered))}
        />
      </div>
    </>
  );
}

type ChoicesProps<Option extends string> = {
  legend: string;
  options: readonly Option[];
  chosen: readonly Option[];
  wordsOf: (option: Option) => string;
  note?: string;
  fault: string | undefined;
  onChange: (chosen: Option[]) => void;
};

/** Any of several. */
function Choices<Option extends string>(props: ChoicesProps<Option>) {
  const { legend, options, chosen, wordsOf, note, fault, onChange } = props;
  const noteId = useId();
  const toggle = (option: Option) =>
    onChange(
      chosen.includes(option) ? chosen.filter((each) => each !== option) : [...chosen, option],
    );
  return (
    <fieldset aria-describedby={noteId} data-fault={fault === undefined ? undefined : ''}>
      <legend className="text-small font-medium">{legend}</legend>
      <div className="mt-1 flex flex-wrap gap-x-6">
        {options.map((option) => (
          <label
            key={option}
            className="figures flex min-h-11 cursor-pointer items-center gap-2.5 text-small"
          >
            <input
              type="checkbox"
              checked={chosen.includes(option)}
              onChange={() => toggle(option)}
              className="size-[1.125rem] accent-brand"
            />
            {wordsOf(option)}
          </label>
        ))}
      </div>
      <p id={noteId} className={`text-tiny ${fault === undefined ? 'text-muted' : 'text-loss'}`}>
        {fault ?? note}
      </p>
    </fieldset>
  );
}

type RadiosProps<Option extends string> = {
  legend: string;
  options: readonly Option[];
  chosen: Option;
  wordsOf: (option: Option) => { name: string; meaning: string };
  onChange: (option: Option) => void;
  note?: ReactNode;
};

/** One of several, each with what it means. */
function Radios<Option extends string>(props: RadiosProps<Option>) {
  const { legend, options, chosen, wordsOf, onChange, note } = props;
  const name = useId();
  return (
    <fieldset>
      <legend className="text-small font-medium">{legend}</legend>
      <div className="mt-1 space-y-1">
        {options.map((option) => {
          const words = wordsOf(option);
          return (
            <label key={option} className="flex min-h-11 cursor-pointer items-start gap-2.5 py-1.5">
              <input
                type="radio"
                name={name}
                checked={chosen === option}
                onChange={() => onChange(option)}
                className="mt-[0.2rem] size-[1.125rem] shrink-0 accent-brand"
              />
              <span className="min-w-0 text-small">
                {words.name}
                <span className="block text-tiny text-muted">{words.meaning}</span>
              </span>
            </label>
          );
        })}
      </div>
      {note && <p className="mt-1 text-tiny text-muted">{note}</p>}
    </fieldset>
  );
}

type ExitsProps = {
  fields: HostedFields;
  faults: HostedFaults;
  onChange: (exits: HostedFields['exits']) => void;
};

/** Behind a line that says how many are on; open where one is at fault. */
function Exits({ fields, faults, onChange }: ExitsProps) {
  const set = Object.values(fields.exits).filter((typed) => typed.trim() !== '').length;
  const isFaulty = Object.keys(fields.exits).some((field) => faults[field] !== undefined);
  const [isOpen, setIsOpen] = useState(set > 0);
  return (
    <details
      open={isOpen || isFaulty}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
      className="border-y border-line py-2"
    >
      <summary className="flex min-h-9 cursor-pointer items-center text-small font-medium">
        <span>
          {t`Managed exits`}{' '}
          <span className="font-normal text-muted">{set === 0 ? t`off` : t`${set} set`}</span>
        </span>
      </summary>
      <p className="mt-1 text-tiny text-muted">{t`They move the stop, close a part or end a trade. Leave a field empty to switch it off.`}</p>
      <ExitFields
        typed={fields.exits}
        faults={faults}
        onChange={onChange}
        className="mt-3 mb-2 grid gap-x-5 gap-y-3 xs:grid-cols-2 md:grid-cols-3"
      />
    </details>
  );
}
