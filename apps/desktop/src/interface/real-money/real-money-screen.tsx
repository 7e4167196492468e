import { EmptyState } from '@quorate/ui/empty-state';
import { RowsSkeleton } from '@quorate/ui/rows-skeleton';
import { useState } from 'react';
import { useParams } from 'react-router';
import type { ConfigurationSummary } from '../../contract/app-state.ts';
import { getConfiguration } from '../../contract/configurations.ts';
import { getRealMoney } from '../../contract/real-money.ts';
import { ScreenHead } from '../app-frame/screen-head.tsx';
import { AccountTypeBadge } from '../home/account-type-badge.tsx';
import { useConfiguration } from '../lib/app-state-context.tsx';
import { FailureNotice } from '../lib/failure-notice.tsx';
import { TextLink } from '../lib/text-link.tsx';
import { useLocal } from '../lib/use-local.ts';
import { placesOf } from '../run/places.ts';
import { BackToDemo } from './back-to-demo.tsx';
import { SwitchToReal } from './switch-to-real.tsx';

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
