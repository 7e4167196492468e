import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '@quorate/ui/button';
import { Checkbox } from '@quorate/ui/checkbox';
import { Icon } from '@quorate/ui/icon';
import { Notice } from '@quorate/ui/notice';
import { PasswordField } from '@quorate/ui/password-field';
import { RowsSkeleton } from '@quorate/ui/rows-skeleton';
import { TextField } from '@quorate/ui/text-field';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import type { ConfigurationSummary } from '../../contract/app-state.ts';
import { type Configuration, getConfiguration } from '../../contract/configurations.ts';
import {
  getRealMoney,
  type RealMoneyTerms,
  switchToDemo,
  switchToReal,
} from '../../contract/real-money.ts';
import { AT_WORK } from '../../contract/runs.ts';
import { listTerminals } from '../../contract/terminals.ts';
import { AccountTypeBadge, NamedConfiguration, ScreenHead } from '../app-frame/screen-head.tsx';
import { accountFaults } from '../configurations/configuration-draft.ts';
import { ServerField } from '../configurations/server-field.tsx';
import { useAppState } from '../lib/contexts.tsx';
import { FailureNotice } from '../lib/failure-notice.tsx';
import { useFocusFirstFault } from '../lib/focus.ts';
import { placesOf, TextLink } from '../lib/links.tsx';
import { useAction, useLocal } from '../lib/local-client.ts';
import type { Faults } from '../risk/check-risk.ts';

/** How often it is asked whether what is needed has been done meanwhile. */
const TERMS_MS = 5_000;

/** The one way from a demo account to a real one, and back. */
export function RealMoneyScreen() {
  return <NamedConfiguration>{(summary) => <RealMoney summary={summary} />}</NamedConfiguration>;
}

function RealMoney({ summary }: { summary: ConfigurationSummary }) {
  const { configuration_name: name } = summary;
  // As it was when the screen was opened: the state tells of a switch before its answer arrives here.
  const [type] = useState(summary.account_type);
  const terms = useLocal(getRealMoney, { params: { name } }, { refreshMs: TERMS_MS });
  const read = useLocal(getConfiguration, { params: { name } }, { fresh: true });
  const error = terms.error ?? read.error;
  const configuration = read.data?.configuration;
  const isKnown = terms.data !== undefined && configuration !== undefined;
  return (
    <>
      <ScreenHead
        title={type === 'real' ? t`Back to Demo` : t`Real money`}
        aside={<AccountTypeBadge type={type} />}
        back={{ to: placesOf(name).run, label: name }}
      >
        {type === 'real'
          ? t`This configuration trades your own money.`
          : t`Losses are then real and your own. Nothing changes until you press Switch to Real.`}
      </ScreenHead>
      <FailureNotice
        title={t`Failed to load what is needed`}
        error={isKnown ? null : error}
        busy={terms.isFetching || read.isFetching}
        onRetry={() => {
          void terms.refetch();
          void read.refetch();
        }}
      />
      {!isKnown && error === null && <RowsSkeleton loading={t`Loading what is needed`} />}
      {isKnown && type === 'demo' && <SwitchToReal summary={summary} terms={terms.data} />}
      {isKnown && type === 'real' && <BackToDemo summary={summary} configuration={configuration} />}
    </>
  );
}

type BackToDemoProps = { summary: ConfigurationSummary; configuration: Configuration };

/** From a real account back to a demo one: the safe way, so it asks for the account only. */
function BackToDemo({ summary, configuration }: BackToDemoProps) {
  const { configuration_name: name, run } = summary;
  const navigate = useNavigate();
  const action = useAction(switchToDemo);
  const [draft, setDraft] = useState<AccountDraft>({ account: '', server: '', password: '' });
  const [faults, setFaults] = useState<Faults>({});
  const form = useFocusFirstFault(faults);

  const atWork = AT_WORK.has(run.phase);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (action.isPending || atWork) return;
    const found = accountFaults(draft.account.trim(), draft.server.trim());
    if (!found.account_number && draft.account.trim() === configuration.account_number) {
      found.account_number = t`This is the real account: enter the number of a demo account.`;
    }
    setFaults(found);
    if (Object.keys(found).length > 0) return;
    action.mutate(
      { params: { name }, body: accountBody(draft) },
      {
        onSuccess: () => void navigate(placesOf(name).run),
        onError: (error) => setFaults(error.fields),
      },
    );
  };
  return (
    <form ref={form} noValidate onSubmit={onSubmit} className="max-w-[46rem] space-y-6">
      <p className="text-small">
        <Trans>
          It trades <span className="figures">{configuration.account_number}</span> at{' '}
          {configuration.broker_server} now. Which demo account should it trade instead?
        </Trans>
      </p>
      <TargetAccount kind="Demo" draft={draft} onChange={setDraft} faults={faults} />
      <FailureNotice
        title={t`The configuration was not switched to Demo`}
        error={action.error}
        name={name}
      />
      {run.open_positions !== 0 && (
        <Notice tone="warning">{t`Positions on the real account stay open with their stops at the broker. The bot no longer manages them.`}</Notice>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" busy={action.isPending} disabled={atWork}>{t`Back to Demo`}</Button>
        {atWork && (
          <p className="text-tiny text-muted">
            <Trans>
              Stop its bot first. <TextLink to={placesOf(name).run}>{t`Go to ${name}`}</TextLink>
            </Trans>
          </p>
        )}
      </div>
    </form>
  );
}

type SwitchToRealProps = {
  summary: ConfigurationSummary;
  terms: RealMoneyTerms;
};

/** Asks for everything twice that costs money if it is wrong. */
function SwitchToReal({ summary, terms }: SwitchToRealProps) {
  const { configuration_name: name, run } = summary;
  const navigate = useNavigate();
  const action = useAction(switchToReal);
  const [draft, setDraft] = useState<AccountDraft>({
    account: '',
    server: '',
    password: '',
  });
  const [again, setAgain] = useState('');
  const [risk, setRisk] = useState(false);
  const [few, setFew] = useState(false);
  const [faults, setFaults] = useState<Faults>({});
  const form = useFocusFirstFault(faults);

  const atWork = AT_WORK.has(run.phase);
  const fewTrades = terms.demo_trades === null || terms.demo_trades < terms.demo_trades_needed;
  const isBarred = atWork || !terms.setup_check_passed;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (action.isPending || isBarred) return;
    const found = accountFaults(draft.account.trim(), draft.server.trim());
    if (!found.account_number && again.trim() !== draft.account.trim()) {
      found.confirm_account_number = t`This is not the account number above.`;
    }
    if (!risk) found.risk_accepted = t`Tick this to continue.`;
    if (fewTrades && !few) found.few_trades_accepted = t`Tick this to continue.`;
    setFaults(found);
    if (Object.keys(found).length > 0) return;
    action.mutate(
      {
        params: { name },
        body: {
          ...accountBody(draft),
          confirm_account_number: again.trim(),
          risk_accepted: true,
          few_trades_accepted: few,
        },
      },
      {
        onSuccess: () => void navigate(placesOf(name).run),
        onError: (error) => setFaults(error.fields),
      },
    );
  };
  return (
    <form ref={form} noValidate onSubmit={onSubmit} className="max-w-[46rem] space-y-6">
      <Requirements name={name} terms={terms} atWork={atWork} />
      <TargetAccount kind="Real" draft={draft} onChange={setDraft} faults={faults} />
      <div className="sm:max-w-[22rem]">
        <TextField
          label={t`Type the account number once more`}
          name="confirm_account_number"
          inputMode="numeric"
          autoComplete="off"
          maxLength={20}
          value={again}
          onChange={(event) => setAgain(event.target.value)}
          onPaste={(event) => event.preventDefault()}
          error={faults.confirm_account_number ?? null}
          hint={t`By hand: pasting would repeat a mistake.`}
        />
      </div>
      <div className="space-y-3">
        <Consent
          checked={risk}
          onChange={setRisk}
          fault={faults.risk_accepted}
          label={t`I know that this bot trades my own money on this account, that losses are real, and that they are mine.`}
        />
        {fewTrades && (
          <Consent
            checked={few}
            onChange={setFew}
            fault={faults.few_trades_accepted}
            label={
              terms.demo_trades === null
                ? t`I continue without proof of ${terms.demo_trades_needed} demo trades.`
                : t`I continue with ${terms.demo_trades} of ${terms.demo_trades_needed} demo trades.`
            }
          />
        )}
      </div>
      <FailureNotice
        title={t`The configuration was not switched to Real`}
        error={action.error}
        name={name}
      />
      <Notice tone="warning">{t`The risk settings stay as they are. The bot stays stopped until you press Start Bot. It trades only while the terminal is signed in to exactly this account and the broker says that it is real. Run the setup check again once the terminal is signed in: trading must be permitted there. Every screen then shows that you trade real money.`}</Notice>
      <div className="flex flex-wrap items-center gap-3">
        <Button
          type="submit"
          variant="danger"
          busy={action.isPending}
          disabled={isBarred}
        >{t`Switch to Real`}</Button>
        {isBarred && (
          <p className="text-tiny text-muted">
            {atWork ? t`Stop the bot first.` : t`The setup check has to pass first.`}
          </p>
        )}
      </div>
    </form>
  );
}

type ConsentProps = {
  checked: boolean;
  onChange: (checked: boolean) => void;
  label: string;
  fault: string | undefined;
};

function Consent({ checked, onChange, label, fault }: ConsentProps) {
  const isMissing = fault !== undefined && !checked;
  return (
    <div>
      <Checkbox
        label={label}
        checked={checked}
        aria-invalid={isMissing || undefined}
        onChange={({ target }) => onChange(target.checked)}
      />
      {isMissing && <p className="mt-1 ms-7 text-tiny text-loss">{fault}</p>}
    </div>
  );
}

type RequirementsProps = { name: string; terms: RealMoneyTerms; atWork: boolean };

/** What stands between a configuration and real money, each met or not. */
function Requirements({ name, terms, atWork }: RequirementsProps) {
  const { demo_trades: trades, demo_trades_needed: needed } = terms;
  const enough = trades !== null && trades >= needed;
  return (
    <ul aria-label={t`What is needed`} className="border-y border-line">
      <Requirement met={terms.setup_check_passed} title={t`Setup check passed`}>
        {terms.setup_check_passed ? (
          t`All six items were green at the last check.`
        ) : (
          <Trans>
            All six items have to be green in a check of the last 24 hours.{' '}
            <TextLink to={placesOf(name).setup}>{t`Go to the setup check`}</TextLink>
          </Trans>
        )}
      </Requirement>
      <Requirement met={enough} title={t`${needed} closed demo trades`} soft>
        {trades === null
          ? t`The service does not answer. You can choose below to continue without them.`
          : enough
            ? t`${trades} so far.`
            : t`${trades} so far. You can choose below to continue with fewer.`}
      </Requirement>
      <Requirement met={!atWork} title={t`Bot stopped`}>
        {atWork ? (
          <Trans>
            Stop its bot first. <TextLink to={placesOf(name).run}>{t`Go to ${name}`}</TextLink>
          </Trans>
        ) : (
          t`Nothing is traded while you switch.`
        )}
      </Requirement>
    </ul>
  );
}

type RequirementProps = {
  met: boolean;
  title: string;
  /** It may be waived. */
  soft?: boolean;
  children: ReactNode;
};

function Requirement({ met, title, soft = false, children }: RequirementProps) {
  const tone = met ? 'text-gain' : soft ? 'text-warn' : 'text-loss';
  return (
    <li className="flex gap-3 border-b border-line py-3 text-small last:border-b-0">
      <Icon
        name={met ? 'check' : soft ? 'warning' : 'error'}
        label={met ? t`met` : t`not met`}
        className={`mt-0.5 size-5 shrink-0 ${tone}`}
      />
      <div>
        <p className="font-medium">{title}</p>
        <p className="text-tiny text-muted">{children}</p>
      </div>
    </li>
  );
}

type TargetAccountProps = {
  kind: 'Real' | 'Demo';
  draft: AccountDraft;
  onChange: (draft: AccountDraft) => void;
  faults: Faults;
};

/** The account that the configuration trades on from then on. */
function TargetAccount({ kind, draft, onChange, faults }: TargetAccountProps) {
  const { app } = useAppState();
  const found = useLocal(listTerminals, {});
  return (
    <div className="space-y-5">
      <div className="grid items-start gap-x-6 gap-y-5 sm:grid-cols-2">
        <TextField
          label={
            kind === 'Real'
              ? t`Account number of the Real account`
              : t`Account number of the Demo account`
          }
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
        label={t`Terminal password`}
        name="terminal_password"
        autoComplete="off"
        maxLength={256}
        value={draft.password}
        onChange={(event) => onChange({ ...draft, password: event.target.value })}
        error={faults.terminal_password ?? null}
        hint={t`Of this account. Stored in ${app.vault.place}. Never sent to the service.`}
      />
    </div>
  );
}

/** The account that a configuration is switched to, as it is typed. */
type AccountDraft = Readonly<{ account: string; server: string; password: string }>;

/** What is sent of it; an empty password keeps the one there is. */
function accountBody({ account, server, password }: AccountDraft) {
  return {
    account_number: account.trim(),
    broker_server: server.trim(),
    terminal_password: password === '' ? null : password,
  };
}
