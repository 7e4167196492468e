import { Button } from '@quorate/ui/button';
import { Notice } from '@quorate/ui/notice';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import type { ConfigurationSummary } from '../../contract/app-state.ts';
import type { Configuration } from '../../contract/configurations.ts';
import { switchToDemo } from '../../contract/real-money.ts';
import { AT_WORK } from '../../contract/run-state.ts';
import { TextLink } from '../lib/text-link.tsx';
import { useFocusFirstFault } from '../lib/use-focus-first-fault.ts';
import { useAction } from '../lib/use-local.ts';
import type { Faults } from '../risk/check-risk.ts';
import { ActionFailure } from '../run/action-failure.tsx';
import { placesOf } from '../run/places.ts';
import { type AccountDraft, accountBody, accountFaults } from './account-draft.ts';
import { TargetAccount } from './target-account.tsx';

type BackToDemoProps = { summary: ConfigurationSummary; configuration: Configuration };

/** From a real account back to a demo one: the safe way, so it asks for the account only. */
export function BackToDemo({ summary, configuration }: BackToDemoProps) {
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
