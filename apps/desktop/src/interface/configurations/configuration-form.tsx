import { Button } from '@quorate/ui/button';
import { Notice } from '@quorate/ui/notice';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { Configuration } from '../../contract/configurations.ts';
import { useAppState } from '../lib/app-state-context.tsx';
import { FailureNotice } from '../lib/failure-notice.tsx';
import type { LocalCallError } from '../lib/local-client.ts';
import { useFocusFirstFault } from '../lib/use-focus-first-fault.ts';
import type { Faults } from '../risk/check-risk.ts';
import type { Equity } from '../risk/money-words.ts';
import { RiskSettings } from '../risk/risk-settings.tsx';
import { AccountFields } from './account-fields.tsx';
import { AdvancedFields } from './advanced-fields.tsx';
import {
  type ConfigurationDraft,
  checkDraft,
  draftOf,
  isSameDraft,
  type NewBody,
} from './configuration-draft.ts';
import { FormPart } from './form-part.tsx';
import { UnsavedDialog } from './unsaved-dialog.tsx';

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
        <AdvancedFields draft={draft} onChange={change} faults={faults} equity={equity} />
      </fieldset>
      <div className="sticky bottom-0 z-10 -mx-4 mt-6 border-t border-line bg-paper px-4 py-3">
        {count > 0 && (
          <Notice tone="error" live className="mb-3">
            {count === 1
              ? 'One field is not right yet: it says what to enter.'
              : `${count} fields are not right yet: each says what to enter.`}
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
const UNLIMITED = -1;

function limitOf(count: number | undefined): number | null {
  return count === undefined || count === UNLIMITED ? null : count;
}
