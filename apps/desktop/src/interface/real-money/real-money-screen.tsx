import { Button } from '@quorate/ui/button';
import { EmptyState } from '@quorate/ui/empty-state';
import { Notice } from '@quorate/ui/notice';
import { RowsSkeleton } from '@quorate/ui/rows-skeleton';
import { type FormEvent, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import type { ConfigurationSummary } from '../../contract/app-state.ts';
import { type Configuration, getConfiguration } from '../../contract/configurations.ts';
import { getRealMoney, switchToDemo } from '../../contract/real-money.ts';
import { AT_WORK } from '../../contract/run-state.ts';
import { ScreenHead } from '../app-frame/screen-head.tsx';
import { AccountTypeBadge } from '../home/account-type-badge.tsx';
import { useConfiguration } from '../lib/app-state-context.tsx';
import { FailureNotice } from '../lib/failure-notice.tsx';
import { TextLink } from '../lib/text-link.tsx';
import { useFocusFirstFault } from '../lib/use-focus-first-fault.ts';
import { useAction, useLocal } from '../lib/use-local.ts';
import type { Faults } from '../risk/check-risk.ts';
import { ActionFailure } from '../run/action-failure.tsx';
import { placesOf } from '../run/places.ts';
import { type AccountDraft, accountBody, accountFaults } from './account-draft.ts';
import { SwitchToReal } from './switch-to-real.tsx';
import { TargetAccount } from './target-account.tsx';

/** How often it is asked whether what is needed has been done meanwhile. */
const TERMS_MS = 5_000;

/** The one way from a demo account to a real one, and back. */
export function RealMoneyScreen() {
  const { name = '' } = useParams();
  const summary = useConfiguration(name);
  if (summary === undefined) {
    return (
      <EmptyState isScreen title={`There is no configuration ${name}`}>
        <TextLink to="/">Go to your configurations</TextLink>
      </EmptyState>
    );
  }
  return <RealMoney key={name} summary={summary} />;
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
        title={type === 'real' ? 'Back to Demo' : 'Real money'}
        aside={<AccountTypeBadge type={type} />}
        back={{ to: placesOf(name).run, label: name }}
      >
        {type === 'real'
          ? 'Every order of this configuration is paid with your own money.'
          : 'From here on, losses are real and your own. Nothing changes until you press the last button.'}
      </ScreenHead>
      <FailureNotice
        title="What is needed could not be read"
        error={isKnown ? null : error}
        busy={terms.isFetching || read.isFetching}
        onRetry={() => {
          void terms.refetch();
          void read.refetch();
        }}
      />
      {!isKnown && error === null && <RowsSkeleton loading="Reading" />}
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
    const found = accountFaults(draft);
    if (!found.account_number && draft.account.trim() === configuration.account_number) {
      found.account_number = 'This is the real account: enter the number of a demo account.';
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
        It trades <span className="figures">{configuration.account_number}</span> at{' '}
        {configuration.broker_server} now. Which demo account is it to trade instead?
      </p>
      <TargetAccount kind="Demo" draft={draft} onChange={setDraft} faults={faults} />
      {action.error && (
        <ActionFailure title="It is still on the real account" error={action.error} name={name} />
      )}
      {run.open_positions !== 0 && (
        <Notice tone="warning">
          Positions that are still open on the real account stay open with their stops at the
          broker; the bot no longer looks after them.
        </Notice>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" busy={action.isPending} disabled={atWork}>
          Back to Demo
        </Button>
        {atWork && (
          <p className="text-tiny text-muted">
            Stop its bot first. <TextLink to={placesOf(name).run}>Go to {name}</TextLink>
          </p>
        )}
      </div>
    </form>
  );
}
