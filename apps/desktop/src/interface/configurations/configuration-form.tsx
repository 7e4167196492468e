import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '@quorate/ui/button';
import { Dialog, DialogActions } from '@quorate/ui/dialog';
import { Disclosure } from '@quorate/ui/disclosure';
import { Notice } from '@quorate/ui/notice';
import { SelectField } from '@quorate/ui/select-field';
import {
  type FormEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { useBlocker } from 'react-router';
import type { Configuration } from '../../contract/configurations.ts';
import { useAppState } from '../lib/contexts.tsx';
import { FailureNotice } from '../lib/failure-notice.tsx';
import { useFocusFirstFault } from '../lib/focus.ts';
import type { LocalCallError } from '../lib/local-client.ts';
import type { Equity, Faults, RiskDraft } from '../risk/check-risk.ts';
import { CurrencyPairs, ExitFieldset, NumberField, RiskSettings } from '../risk/risk-settings.tsx';
import { AccountFields } from './account-fields.tsx';
import { CareFields } from './care-fields.tsx';
import {
  type ConfigurationDraft,
  checkDraft,
  draftOf,
  firstStepFaults,
  isSameDraft,
  type NewBody,
  withCare,
  withRisk,
} from './configuration-draft.ts';
import { MoreRulesFields, type RulesDraft } from './rules-fields.tsx';
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

/** A configuration in two steps, filled in as far as it is known; one that is changed shows both at once. */
export function ConfigurationForm(props: ConfigurationFormProps) {
  const { configuration, taken, equity, locked = false, isNew, onSave, busy, saved, error } = props;
  const { account } = useAppState();
  const [begun] = useState(() => draftOf(configuration));
  const [draft, setDraft] = useState(begun);
  const [faults, setFaults] = useState<Faults>({});
  const [step, setStep] = useState<Step>(isNew ? 'account' : 'both');
  const form = useFocusFirstFault(faults);
  const planSymbols = limitOf(account?.plan?.symbols);
  const isDirty = !saved && !isSameDraft(draft, begun);
  // Figures of its own come back where another choice was tried.
  const [own, setOwn] = useState(begun.care === 'own' ? begun : null);
  if (draft.care === 'own' && draft.risk !== own?.risk) setOwn(draft);

  const show = (found: Faults) => {
    setFaults(found);
    // What is wrong in the first step is shown there.
    if (step === 'care' && Object.keys(firstStepFaults(found)).length > 0) setStep('account');
  };
  // What the app refused stands at its field like what the form itself finds.
  const [heard, setHeard] = useState<LocalCallError | null>(null);
  if (error !== heard) {
    setHeard(error);
    if (error) show(error.fields);
  }

  const change = (changes: Partial<ConfigurationDraft>) => {
    setDraft((before) => ({ ...before, ...changes }));
  };
  const changeRules = (rules: Partial<RulesDraft>) =>
    setDraft((before) => ({ ...before, rules: { ...before.rules, ...rules } }));
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (busy || locked) return;
    const checked = checkDraft(draft, { taken, planSymbols });
    const found = checked.kind === 'wrong' ? checked.faults : {};
    if (step === 'account') {
      const here = firstStepFaults(found);
      setFaults(here);
      if (Object.keys(here).length === 0) setStep('care');
      return;
    }
    show(found);
    if (checked.kind === 'right') onSave(checked.body);
  };
  const count = Object.keys(faults).length;
  const box = useStepFocus(step);
  return (
    <form ref={form} noValidate onSubmit={onSubmit}>
      <fieldset ref={box} disabled={locked} className="min-w-0">
        {step !== 'care' && (
          <FormPart id="account" title={t`1. Which account`} lead={ACCOUNT_LEAD}>
            <div className="space-y-5">
              <AccountFields
                draft={draft}
                onChange={change}
                faults={faults}
                isNew={isNew}
                accountType={configuration.account_type}
                hasPassword={configuration.has_terminal_password}
                name={configuration.configuration_name}
              />
              <CurrencyPairs
                pairs={draft.risk.currency_pairs}
                onChange={(pairs) =>
                  setDraft((before) => withRisk(before, { currency_pairs: pairs }))
                }
                error={faults['risk.currency_pairs'] ?? null}
                most={planSymbols}
              />
              <SelectField
                inForm
                className="max-w-[22rem]"
                label={t`Timeframe (length of a candle)`}
                value={draft.timeframe}
                options={TIMEFRAMES}
                onChange={(timeframe) => change({ timeframe })}
              />
            </div>
          </FormPart>
        )}
        {step !== 'account' && (
          <FormPart id="care" title={t`2. How careful`} lead={CARE_LEAD}>
            {step === 'care' && (
              <p className="mb-4 text-tiny text-muted wrap-anywhere">
                <Trans>
                  For <span className="figures">{draft.account_number}</span> at{' '}
                  {draft.broker_server} · {draft.risk.currency_pairs.join(', ')} · {draft.timeframe}
                </Trans>
              </p>
            )}
            <CareFields
              draft={draft}
              hasOwn={own !== null}
              onCare={(care) => setDraft((before) => withCare(before, care, own))}
              onRules={changeRules}
              faults={faults}
            />
            <AdvancedFields
              draft={draft}
              onChange={change}
              onRisk={(risk) => setDraft((before) => withRisk(before, risk))}
              onRules={changeRules}
              faults={faults}
              equity={equity}
              planTrades={limitOf(account?.plan?.daily_trades)}
              accountType={configuration.account_type}
            />
          </FormPart>
        )}
      </fieldset>
      <div className="sticky bottom-0 z-10 -mx-4 mt-6 border-t border-line bg-paper px-4 py-3">
        {count > 0 && (
          <Notice tone="error" live className="mb-3">
            {count === 1 ? t`Correct the marked field.` : t`Correct the ${count} marked fields.`}
          </Notice>
        )}
        {error && Object.keys(error.fields).length === 0 && (
          <div className="mb-3">
            <FailureNotice title={t`The configuration was not saved`} error={error} />
          </div>
        )}
        <div className="flex flex-wrap items-center gap-3">
          {step === 'care' && (
            <Button
              variant="secondary"
              disabled={busy}
              onClick={() => setStep('account')}
            >{t`Back`}</Button>
          )}
          <Button type="submit" busy={busy} disabled={locked}>
            {SUBMIT_WORDS[step]}
          </Button>
          {props.children}
        </div>
      </div>
      <UnsavedDialog isDirty={isDirty} />
    </form>
  );
}

type Step = 'account' | 'care' | 'both';

const SUBMIT_WORDS: Readonly<Record<Step, string>> = {
  account: t`Continue`,
  care: t`Save and check the setup`,
  both: t`Save`,
};

/** The keyboard begins at the heading of a step that was gone to; where something is wrong, at that field. */
function useStepFocus(step: Step): RefObject<HTMLFieldSetElement | null> {
  const box = useRef<HTMLFieldSetElement>(null);
  const last = useRef(step);
  useEffect(() => {
    if (last.current === step) return;
    last.current = step;
    window.scrollTo(0, 0);
    if (box.current?.querySelector('[aria-invalid=true]')) return;
    const heading = box.current?.querySelector('h2');
    heading?.setAttribute('tabindex', '-1');
    heading?.focus({ preventScroll: true });
  }, [step]);
  return box;
}

const ACCOUNT_LEAD = t`The MetaTrader 5 account that the bot trades on, and what it trades there.`;
const CARE_LEAD = t`What the bot may lose. Rules that you choose for this account on your dashboard come first.`;
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
    <Dialog title={t`Leave without saving?`} onClose={() => blocker.reset()}>
      <p className="text-small">{t`What you changed here is not saved yet.`}</p>
      <DialogActions onCancel={() => blocker.proceed()} cancel={t`Leave without saving`}>
        <Button onClick={() => blocker.reset()}>{t`Stay here`}</Button>
      </DialogActions>
    </Dialog>
  );
}

const TIMEFRAMES = [
  { value: 'M1', label: t`1 minute (M1)` },
  { value: 'M5', label: t`5 minutes (M5)` },
  { value: 'M15', label: t`15 minutes (M15)` },
  { value: 'M30', label: t`30 minutes (M30)` },
  { value: 'H1', label: t`1 hour (H1), recommended` },
  { value: 'H4', label: t`4 hours (H4)` },
  { value: 'D1', label: t`1 day (D1)` },
] as const;

const TCP = { value: 'tcp', label: t`TCP, with one entry in the terminal by hand` } as const;
const PIPE = { value: 'pipe', label: t`Named pipe (Windows), recommended` } as const;

type AdvancedFieldsProps = {
  draft: ConfigurationDraft;
  onChange: (changes: Partial<ConfigurationDraft>) => void;
  onRisk: (changes: Partial<RiskDraft>) => void;
  onRules: (changes: Partial<RulesDraft>) => void;
  faults: Faults;
  equity: Equity | null;
  planTrades: number | null;
  accountType: Configuration['account_type'];
};

/** Every other setting: each works as it is for nearly everyone. */
function AdvancedFields(props: AdvancedFieldsProps) {
  const { draft, onChange, onRisk, onRules, faults, equity, planTrades, accountType } = props;
  const { app } = useAppState();
  const offersPipe = app.platform === 'win32' || draft.transport === 'pipe';
  return (
    <div className="mt-5">
      <Disclosure title={t`Advanced`}>
        <div className="space-y-8 text-ink">
          <AdvancedPart title={t`Risk settings`} lead={RISK_LEAD}>
            <RiskSettings
              draft={draft.risk}
              onChange={onRisk}
              faults={faults}
              equity={equity}
              planTrades={planTrades}
            />
          </AdvancedPart>
          <AdvancedPart title={t`Account rules`} lead={RULES_LEAD}>
            <MoreRulesFields
              draft={draft.rules}
              onChange={onRules}
              faults={faults}
              hasFirm={draft.care === 'prop_firm'}
            />
          </AdvancedPart>
          <AdvancedPart title={t`When to trade`} lead={VERDICT_LEAD}>
            <VerdictFields
              draft={draft.verdict}
              onChange={(verdict) => onChange({ verdict: { ...draft.verdict, ...verdict } })}
              faults={faults}
              accountType={accountType}
            />
          </AdvancedPart>
          <AdvancedPart title={t`Exits`} lead={EXITS_LEAD}>
            <ExitFieldset
              draft={draft.exits}
              onChange={(exits) => onChange({ exits: { ...draft.exits, ...exits } })}
              faults={faults}
            />
          </AdvancedPart>
          <AdvancedPart
            title={t`Connection`}
            lead={t`How MetaTrader 5 and the bot reach each other.`}
          >
            <div className="grid items-start gap-x-6 gap-y-5 sm:grid-cols-2">
              <SelectField
                inForm
                label={t`Transport (how the terminal reaches the bot)`}
                value={draft.transport}
                options={offersPipe ? [TCP, PIPE] : [TCP]}
                onChange={(transport) => onChange({ transport })}
              />
              <NumberField
                name="port"
                label={t`Port`}
                value={draft.port}
                onChange={(port) => onChange({ port })}
                error={faults.port ?? null}
                hint={t`Where the bot listens for the terminal. Each configuration needs one of its own.`}
              />
            </div>
          </AdvancedPart>
        </div>
      </Disclosure>
    </div>
  );
}

const RISK_LEAD = t`Each figure works as it is. The recommended one is beside it.`;
const RULES_LEAD = t`What the limits count from, and what the bot closes near a floor.`;
const VERDICT_LEAD = t`What the votes of the analysts must come to. Each choice works as it is.`;
const EXITS_LEAD = t`How an open position is managed at the close of each bar. R is what it risked when it was opened. Empty: only stop and target end it.`;

type AdvancedPartProps = { title: string; lead: string; children: ReactNode };

function AdvancedPart({ title, lead, children }: AdvancedPartProps) {
  const heading = useId();
  return (
    <section aria-labelledby={heading}>
      <h3 id={heading} className="text-body font-semibold">
        {title}
      </h3>
      <p className="mt-0.5 mb-4 text-tiny text-muted">{lead}</p>
      {children}
    </section>
  );
}
