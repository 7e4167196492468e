import { t } from '@lingui/core/macro';
import { buttonClass } from '@quorate/ui/button-style';
import { EmptyState } from '@quorate/ui/empty-state';
import { RowsSkeleton } from '@quorate/ui/rows-skeleton';
import { useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { addConfiguration, newConfiguration } from '../../contract/configurations.ts';
import { listTerminals } from '../../contract/terminals.ts';
import { ScreenHead } from '../app-frame/screen-head.tsx';
import { PaperInstead } from '../home/paper-instead.tsx';
import { useAppState, useConfiguration } from '../lib/contexts.tsx';
import { FailureNotice } from '../lib/failure-notice.tsx';
import { OutsideLink, placesOf, servicePage } from '../lib/links.tsx';
import { useAction, useLocal } from '../lib/local-client.ts';
import { ConfigurationForm } from './configuration-form.tsx';

const BACK = { to: '/', label: t`Configurations` };

/** A new configuration, filled in with what was found on this computer. */
export function AddConfigurationScreen() {
  const { app, add_configuration: allowed, configurations } = useAppState();
  const navigate = useNavigate();
  const begun = useLocal(newConfiguration, {}, { fresh: true });
  const found = useLocal(listTerminals, {});
  const add = useAction(addConfiguration);
  const [first] = useState(allowed);
  const added = add.isSuccess ? add.variables.body.configuration_name : null;
  const isListed = useConfiguration(added ?? '') !== undefined;
  // Not before the form knows that it is saved, it would ask about unsaved changes; nor before the state tells
  // of it: there would be no such configuration.
  useEffect(() => {
    if (added !== null && isListed) void navigate(placesOf(added).setup);
  }, [added, isListed, navigate]);

  if (!first.allowed && !add.isSuccess) {
    return (
      <>
        <ScreenHead title={t`Add Configuration`} back={BACK} />
        <EmptyState
          title={t`No more configurations on this plan`}
          action={<Link to="/" className={buttonClass('secondary')}>{t`Your configurations`}</Link>}
        >
          {first.reason}{' '}
          <OutsideLink href={servicePage(app.service, '/pricing')}>{t`See plans`}</OutsideLink>
        </EmptyState>
      </>
    );
  }
  return (
    <>
      <ScreenHead title={t`Add Configuration`} back={BACK}>
        {t`One MetaTrader 5 account, and how careful its bot is.`}{' '}
        {begun.data?.configuration.account_number
          ? t`We filled in what we found. Usually only the password is missing.`
          : null}
      </ScreenHead>
      <FailureNotice
        title={t`Failed to fill in the form`}
        error={begun.data === undefined ? begun.error : null}
        busy={begun.isFetching}
        onRetry={() => void begun.refetch()}
      />
      {begun.isPending && <RowsSkeleton loading={t`Looking for MetaTrader 5`} />}
      {found.data?.terminals.length === 0 && (
        <div className="mb-5 empty:hidden">
          <PaperInstead />
        </div>
      )}
      {begun.data && (
        <ConfigurationForm
          configuration={begun.data.configuration}
          taken={configurations.map(({ configuration_name: name }) => name)}
          equity={null}
          isNew
          busy={add.isPending || add.isSuccess}
          saved={add.isSuccess}
          error={add.error}
          onSave={(body) => add.mutate({ body })}
        >
          <Link to="/" className={buttonClass('quiet')}>{t`Cancel`}</Link>
        </ConfigurationForm>
      )}
    </>
  );
}
