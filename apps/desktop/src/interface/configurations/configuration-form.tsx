import { Button } from '@quorate/ui/button';
import { Dialog, DialogActions } from '@quorate/ui/dialog';
import { Disclosure } from '@quorate/ui/disclosure';
import { Notice } from '@quorate/ui/notice';
import { SelectField } from '@quorate/ui/select-field';
import { type FormEvent, type ReactNode, useEffect, useId, useState } from 'react';
import { useBlocker } from 'react-router';
import type { Configuration } from '../../contract/configurations.ts';
import { useAppState } from '../lib/contexts.tsx';
import { FailureNotice } from '../lib/failure-notice.tsx';
import { useFocusFirstFault } from '../lib/focus.ts';
import type { LocalCallError } from '../lib/local-client.ts';
import { type Equity, type Faults, MORE_RISK_FIELDS } from '../risk/check-risk.ts';
import {
  ExitFieldset,
  NumberField,
  RiskNumberField,
  RiskSettings,
} from '../risk/risk-settings.tsx';
import { AccountFields } from './account-fields.tsx';
import {
  type ConfigurationDraft,
  checkDraft,
  draftOf,
  isSameDraft,
  type NewBody,
} from './configuration-draft.ts';
import { RulesFields } from './rules-fields.tsx';
import { VerdictFields } from './verdict-fields.tsx';

type ConfigurationFormProps = {
  configuration: Configuration;
  /** Names of the other configurations. */
  taken: readonly string[];
  /** Of the account, where a terminal told it. */
  equity: Equity | null;
  /** Why nothing may be changed now. */
  locked?: boolean;
  isNew: boolean;
  onSave: (body: NewBody) => void;
  busy: boolean;
  saved: boolean;
  error: LocalCallError | null;
  /** Beside Save. */
  children?: ReactNode;
};

/** Everything of a configuration on one page, filled in as far as it is known. */
export function ConfigurationForm(props: ConfigurationFormProps) {
  const { configuration, taken, equity, locked = false, isNew, onSave, busy, saved, error } = props;
  const { account } = useAppState();
  const [begun] = useState(() => draftOf(configuration));
  const [draft, setDraft] = useState(begun);
  const [faults, setFaults] = useState<Faults>({});
  const form = useFocusFirstFault(faults);
  const planSymbols = limitOf(account?.plan?.symbols);
  const isDirty = !saved && !isSameDraft(draft, begun);

  // What the app refused stands at its field like what the form itself finds.
  const [heard, setHeard] = useState<LocalCallError | null>(null);
  if (error !== heard) {
    setHeard(error);
    if (error) setFaults(error.fields);
  }

  const change = (changes: Partial<ConfigurationDraft>) => {
    setDraft((before) => ({ ...before, ...changes }));
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (busy || locked) return;
    const checked = checkDraft(draft, { taken, planSymbols });
    setFaults(checked.kind === 'wrong' ? checked.faults : {});
    if (checked.kind === 'right') onSave(checked.body);
  };
  const count = Object.keys(faults).length;
  return (
    <form ref={form} noValidate onSubmit={onSubmit}>
      <fieldset disabled={locked} className="min-w-0">
        <FormPart id="terminal" title="Terminal account" lead={TERMINAL_LEAD}>
          <AccountFields
            draft={draft}
            onChange={change}
            faults={faults}
            isNew={isNew}
            accountType={configuration.account_type}
            hasPassword={configuration.has_terminal_password}
            name={configuration.configuration_name}
          />
        </FormPart>
        <FormPart id="risk" title="Risk settings" lead={RISK_LEAD}>
          <RiskSettings
            draft={draft.risk}
            onChange={(risk) =>
              setDraft((before) => ({ ...before, risk: { ...before.risk, ...risk } }))
            }
            faults={faults}
            equity={equity}
            planSymbols={planSymbols}
            planTrades={limitOf(account?.plan?.daily_trades)}
          />
        </FormPart>
        <FormPart id="rules" title="Account rules" lead={RULES_LEAD}>
          <RulesFields
            draft={draft.rules}
            onChange={(rules) =>
              setDraft((before) => ({ ...before, rules: { ...before.rules, ...rules } }))
            }
            faults={faults}
          />
        </FormPart>
        <FormPart id="verdict" title="When to trade" lead={VERDICT_LEAD}>
          <VerdictFields
            draft={draft.verdict}
            onChange={(verdict) =>
              setDraft((before) => ({ ...before, verdict: { ...before.verdict, ...verdict } }))
            }
            faults={faults}
            accountType={configuration.account_type}
          />
        </FormPart>
        <FormPart id="exits" title="Exits" lead={EXITS_LEAD}>
          <ExitFieldset
            draft={draft.exits}
            onChange={(exits) =>
              setDraft((before) => ({ ...before, exits: { ...before.exits, ...exits } }))
            }
            faults={faults}
          />
        </FormPart>
        <AdvancedFields draft={draft} onChange={change} faults={faults} equity={equity} />
      </fieldset>
      <div className="sticky bottom-0 z-10 -mx-4 mt-6 border-t border-line bg-paper px-4 py-3">
        {count > 0 && (
          <Notice tone="error" live className="mb-3">
            {count === 1 ? 'Correct the marked field.' : `Correct the ${count} marked fields.`}
          </Notice>
        )}
        {error && Object.keys(error.fields).length === 0 && (
          <div className="mb-3">
            <FailureNotice title="It was not saved" error={error} />
          </div>
        )}
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" busy={busy} disabled={locked}>
            {isNew ? 'Save and check the setup' : 'Save'}
          </Button>
          {props.children}
        </div>
      </div>
      <UnsavedDialog isDirty={isDirty} />
    </form>
  );
}

const TERMINAL_LEAD = 'The MetaTrader 5 account that the bot trades on.';
const RISK_LEAD =
  'What the bot may risk. Each figure works as it stands; the recommended one is beside it.';
const RULES_LEAD =
  'The floors that equity stays above. Rules that you choose for this account on your dashboard come first.';
const VERDICT_LEAD = 'What the votes of the analysts must come to. Each choice works as it stands.';
const EXITS_LEAD =
  'How an open position is managed at the close of each bar. R is what it risked when it was opened. Empty: only stop and target end it.';
const UNLIMITED = -1;

function limitOf(count: number | undefined): number | null {
  return count === undefined || count === UNLIMITED ? null : count;
}

type FormPartProps = { id: string; title: string; lead: string; children: ReactNode };

/** A titled part of a long form: its name at the left where there is room. */
function FormPart({ id, title, lead, children }: FormPartProps) {
  const heading = useId();
  return (
    <section
      id={id}
      aria-labelledby={heading}
      className="grid gap-x-10 gap-y-4 border-t border-line py-6 lg:grid-cols-[12rem_minmax(0,1fr)]"
    >
      <div>
        <h2 id={heading} className="font-serif text-heading">
          {title}
        </h2>
        <p className="mt-1 text-tiny text-muted">{lead}</p>
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  );
}

/** Asks before what was typed is thrown away, by a link or by closing the window. */
function UnsavedDialog({ isDirty }: { isDirty: boolean }) {
  const blocker = useBlocker(isDirty);
  useEffect(() => {
    if (!isDirty) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isDirty]);
  if (blocker.state !== 'blocked') return null;
  return (
    <Dialog title="Leave without saving?" onClose={() => blocker.reset()}>
      <p className="text-small">What you changed here is not saved yet.</p>
      <DialogActions onCancel={() => blocker.proceed()} cancel="Leave without saving">
        <Button onClick={() => blocker.reset()}>Stay here</Button>
      </DialogActions>
    </Dialog>
  );
}

type AdvancedFieldsProps = {
  draft: ConfigurationDraft;
  onChange: (changes: Partial<ConfigurationDraft>) => void;
  faults: Faults;
  equity: Equity | null;
};

const TIMEFRAMES = [
  { value: 'M1', label: '1 minute (M1)' },
  { value: 'M5', label: '5 minutes (M5)' },
  { value: 'M15', label: '15 minutes (M15)' },
  { value: 'M30', label: '30 minutes (M30)' },
  { value: 'H1', label: '1 hour (H1), recommended' },
  { value: 'H4', label: '4 hours (H4)' },
  { value: 'D1', label: '1 day (D1)' },
] as const;

const TCP = { value: 'tcp', label: 'TCP, with one entry in the terminal by hand' } as const;
const PIPE = { value: 'pipe', label: 'Named pipe (Windows), recommended' } as const;

/** What works as it stands for nearly everyone. */
function AdvancedFields({ draft, onChange, faults, equity }: AdvancedFieldsProps) {
  const { app } = useAppState();
  const offersPipe = app.platform === 'win32' || draft.transport === 'pipe';
  return (
    <Disclosure title="Advanced">
      <div className="grid items-start gap-x-6 gap-y-5 text-ink sm:grid-cols-2">
        <SelectField
          inForm
          label="Timeframe (length of a candle)"
          value={draft.timeframe}
          options={TIMEFRAMES}
          onChange={(timeframe) => onChange({ timeframe })}
        />
        <SelectField
          inForm
          label="Transport (how the terminal reaches the bot)"
          value={draft.transport}
          options={offersPipe ? [TCP, PIPE] : [TCP]}
          onChange={(transport) => onChange({ transport })}
        />
        <NumberField
          name="port"
          label="Port"
          value={draft.port}
          onChange={(port) => onChange({ port })}
          error={faults.port ?? null}
          hint="Where the bot listens for the terminal. Each configuration needs one of its own."
        />
        {MORE_RISK_FIELDS.map((setting) => (
          <RiskNumberField
            key={setting.field}
            setting={setting}
            value={draft.risk[setting.field]}
            onChange={(text) => onChange({ risk: { ...draft.risk, [setting.field]: text } })}
            error={faults[`risk.${setting.field}`] ?? null}
            equity={equity}
          />
        ))}
      </div>
    </Disclosure>
  );
}
