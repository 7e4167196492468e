import { Button } from '@quorate/ui/button';
import { Checkbox } from '@quorate/ui/checkbox';
import { Icon } from '@quorate/ui/icon';
import { Notice } from '@quorate/ui/notice';
import { TextField } from '@quorate/ui/text-field';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import type { ConfigurationSummary } from '../../contract/app-state.ts';
import { type RealMoneyTerms, switchToReal } from '../../contract/real-money.ts';
import { AT_WORK } from '../../contract/run-state.ts';
import { TextLink } from '../lib/text-link.tsx';
import { useFocusFirstFault } from '../lib/use-focus-first-fault.ts';
import { useAction } from '../lib/use-local.ts';
import type { Faults } from '../risk/check-risk.ts';
import { ActionFailure } from '../run/action-failure.tsx';
import { placesOf } from '../run/places.ts';
import { type AccountDraft, accountBody, accountFaults } from './account-draft.ts';
import { TargetAccount } from './target-account.tsx';

type SwitchToRealProps = {
  summary: ConfigurationSummary;
  terms: RealMoneyTerms;
};

/** Asks for everything twice that costs money if it is wrong. */
export function SwitchToReal({ summary, terms }: SwitchToRealProps) {
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
    const found = accountFaults(draft);
    if (!found.account_number && again.trim() !== draft.account.trim()) {
      found.confirm_account_number = 'This is not the account number above.';
    }
    if (!risk) found.risk_accepted = 'Tick this to go on.';
    if (fewTrades && !few) found.few_trades_accepted = 'Tick this to go on.';
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
          label="Type the account number once more"
          name="confirm_account_number"
          inputMode="numeric"
          autoComplete="off"
          maxLength={20}
          value={again}
          onChange={(event) => setAgain(event.target.value)}
          onPaste={(event) => event.preventDefault()}
          error={faults.confirm_account_number ?? null}
          hint="By hand: pasting would repeat a mistake."
        />
      </div>
      <div className="space-y-3">
        <Consent
          checked={risk}
          onChange={setRisk}
          fault={faults.risk_accepted}
          label="I know that this bot trades my own money on this account, that losses are real, and that they are mine."
        />
        {fewTrades && (
          <Consent
            checked={few}
            onChange={setFew}
            fault={faults.few_trades_accepted}
            label={
              terms.demo_trades === null
                ? `I go on without knowing of ${terms.demo_trades_needed} demo trades.`
                : `I go on with ${terms.demo_trades} of ${terms.demo_trades_needed} demo trades.`
            }
          />
        )}
      </div>
      {action.error && (
        <ActionFailure title="It is still a demo configuration" error={action.error} name={name} />
      )}
      <Notice tone="warning">
        The risk settings stay as they are. The bot stays stopped until you press Start Bot. It then
        trades only while the terminal is signed in to exactly this account, the broker says that it
        is real, and the terminal permits trading. The setup check looks at all of that beforehand:
        run it again once the terminal is signed in. Every screen shows that real money is traded.
      </Notice>
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" variant="danger" busy={action.isPending} disabled={isBarred}>
          Switch to Real
        </Button>
        {isBarred && (
          <p className="text-tiny text-muted">
            {atWork ? 'Stop the bot first.' : 'The setup check has to pass first.'}
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
      {isMissing && <p className="mt-1 ml-7 text-tiny text-loss">{fault}</p>}
    </div>
  );
}

type RequirementsProps = { name: string; terms: RealMoneyTerms; atWork: boolean };

/** What stands between a configuration and real money, each met or not. */
function Requirements({ name, terms, atWork }: RequirementsProps) {
  const { demo_trades: trades, demo_trades_needed: needed } = terms;
  const enough = trades !== null && trades >= needed;
  return (
    <ul aria-label="What is needed" className="border-y border-line">
      <Requirement met={terms.setup_check_passed} title="Setup check passed">
        {terms.setup_check_passed ? (
          'All six items were green when they were looked at last.'
        ) : (
          <>
            All six items have to be green, looked at within the last 24 hours.{' '}
            <TextLink to={placesOf(name).setup}>Go to the setup check</TextLink>
          </>
        )}
      </Requirement>
      <Requirement met={enough} title={`${needed} closed demo trades`} soft>
        {trades === null
          ? 'The service cannot be asked now. You can accept to go on without them, below.'
          : enough
            ? `There are ${trades}.`
            : `There are ${trades} so far. You can accept to go on with so few, below.`}
      </Requirement>
      <Requirement met={!atWork} title="Bot stopped">
        {atWork ? (
          <>
            Stop its bot first. <TextLink to={placesOf(name).run}>Go to {name}</TextLink>
          </>
        ) : (
          'Nothing is traded while you switch.'
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
        label={met ? 'met' : 'not met'}
        className={`mt-0.5 size-5 shrink-0 ${tone}`}
      />
      <div>
        <p className="font-medium">{title}</p>
        <p className="text-tiny text-muted">{children}</p>
      </div>
    </li>
  );
}
