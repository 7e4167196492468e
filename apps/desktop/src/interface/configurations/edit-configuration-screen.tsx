import { t } from '@lingui/core/macro';
import { Button } from '@quorate/ui/button';
import { buttonClass } from '@quorate/ui/button-style';
import { Dialog, DialogActions } from '@quorate/ui/dialog';
import { Notice } from '@quorate/ui/notice';
import { RowsSkeleton } from '@quorate/ui/rows-skeleton';
import { useEffect, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import type { ConfigurationSummary } from '../../contract/app-state.ts';
import {
  type Configuration,
  changeConfiguration,
  getConfiguration,
  removeConfiguration,
} from '../../contract/configurations.ts';
import { AT_WORK, stopBot } from '../../contract/runs.ts';
import { NoSuchConfiguration, ScreenHead } from '../app-frame/screen-head.tsx';
import { useAppState, useConfiguration } from '../lib/contexts.tsx';
import { FailureNotice } from '../lib/failure-notice.tsx';
import { placesOf } from '../lib/links.tsx';
import { useAction, useLocal } from '../lib/local-client.ts';
import { changesOf, type NewBody } from './configuration-draft.ts';
import { ConfigurationForm } from './configuration-form.tsx';

/** Changes a configuration, or removes it. */
export function EditConfigurationScreen() {
  const { name = '' } = useParams();
  return <EditNamed key={name} name={name} />;
}

function EditNamed({ name }: { name: string }) {
  const now = useConfiguration(name);
  const [begun] = useState(now);
  // A new name, or a removal, reaches the list before its answer arrives here.
  const summary = now ?? begun;
  return summary ? <Edit summary={summary} /> : <NoSuchConfiguration name={name} />;
}

function Edit({ summary }: { summary: ConfigurationSummary }) {
  const { configurations } = useAppState();
  const { configuration_name: name, run } = summary;
  const navigate = useNavigate();
  const read = useLocal(getConfiguration, { params: { name } }, { fresh: true });
  const change = useAction(changeConfiguration);
  const stop = useAction(stopBot);
  const atWork = AT_WORK.has(run.phase);
  const before = read.data?.configuration;
  /** What it is called now; null once it is removed. */
  const [saved, setSaved] = useState<string | null | undefined>(undefined);
  const isListed = useConfiguration(saved ?? '') !== undefined;
  // Not before the form knows that it is saved, it would ask about unsaved changes; nor before the state tells
  // of a new name: there would be no such configuration.
  useEffect(() => {
    if (saved === null) void navigate('/');
    else if (saved !== undefined && isListed) void navigate(placesOf(saved).run);
  }, [saved, isListed, navigate]);
  const save = (body: NewBody, from: Configuration) => {
    const done = () => setSaved(body.configuration_name);
    const changes = changesOf(body, from);
    if (Object.keys(changes).length === 0) done();
    else change.mutate({ params: { name }, body: changes }, { onSuccess: done });
  };
  return (
    <>
      <ScreenHead title={t`Edit ${name}`} back={{ to: placesOf(name).run, label: name }} />
      {atWork && (
        <Notice
          tone="info"
          className="mb-4"
          title={t`The bot is running`}
          action={
            <Button
              variant="secondary"
              size="small"
              busy={stop.isPending || run.phase === 'stopping'}
              onClick={() => stop.mutate({ params: { name } })}
            >{t`Stop Bot`}</Button>
          }
        >{t`Stop it to change anything. Open positions stay open with their stops at the broker.`}</Notice>
      )}
      <FailureNotice title={t`The bot was not stopped`} error={stop.error} />
      <FailureNotice
        title={t`Failed to load the configuration`}
        error={before === undefined ? read.error : null}
        busy={read.isFetching}
        onRetry={() => void read.refetch()}
      />
      {read.isPending && <RowsSkeleton loading={t`Loading the configuration`} />}
      {before && (
        <ConfigurationForm
          configuration={before}
          taken={configurations
            .map(({ configuration_name: one }) => one)
            .filter((one) => one !== name)}
          equity={
            run.equity === null || run.currency === null
              ? null
              : { amount: run.equity, currency: run.currency }
          }
          locked={atWork}
          isNew={false}
          busy={change.isPending || saved !== undefined}
          saved={saved !== undefined}
          error={change.error}
          onSave={(body) => save(body, before)}
        >
          <Link to={placesOf(name).run} className={buttonClass('quiet')}>{t`Cancel`}</Link>
        </ConfigurationForm>
      )}
      <RemoveConfiguration name={name} atWork={atWork} onRemoved={() => setSaved(null)} />
    </>
  );
}

type RemoveConfigurationProps = { name: string; atWork: boolean; onRemoved: () => void };

/** At the end of the page, asked about once more. */
function RemoveConfiguration({ name, atWork, onRemoved }: RemoveConfigurationProps) {
  const [asking, setAsking] = useState(false);
  const remove = useAction(removeConfiguration);
  return (
    <section
      aria-label={t`Remove`}
      className="mt-10 flex flex-wrap items-center justify-between gap-4 border-t border-line pt-5"
    >
      <p className="text-small text-muted">{t`Removes the settings and the password from this computer. Journals stay.`}</p>
      <Button
        variant="secondary"
        size="small"
        disabled={atWork}
        onClick={() => setAsking(true)}
      >{t`Remove configuration`}</Button>
      {asking && (
        <Dialog title={t`Remove ${name}?`} kind="alert" onClose={() => setAsking(false)}>
          <div className="space-y-3 text-small">
            <p>{t`Its settings and its terminal password are removed from this computer. Its journals and its trades on the website stay. Open positions stay open at the broker.`}</p>
            <FailureNotice title={t`The configuration was not removed`} error={remove.error} />
          </div>
          <DialogActions onCancel={() => setAsking(false)} cancel={t`Keep it`}>
            <Button
              variant="danger"
              busy={remove.isPending}
              onClick={() => remove.mutate({ params: { name } }, { onSuccess: onRemoved })}
            >{t`Remove`}</Button>
          </DialogActions>
        </Dialog>
      )}
    </section>
  );
}
