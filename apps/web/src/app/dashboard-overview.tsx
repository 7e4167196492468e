import { t } from '@lingui/core/macro';
import { viewerTimeZone } from '@quorate/ui/time-format';
import { useState } from 'react';
import { Desk } from '../features/desk/desk.tsx';
import { DeskPlace } from '../features/desk/desk-place.tsx';
import { NothingToday } from '../features/desk/desk-strip.tsx';
import { HostedPlace } from '../features/hosted/hosted-place.tsx';
import { latePart } from '../lib/late-part.tsx';
import { QueryProvider } from '../lib/query/query-provider.tsx';
import { WhenNear } from '../ui/when-near.tsx';
import type { DashboardBelowProps } from './dashboard-below.tsx';

const hosted = latePart(
  async () => (await import('../features/hosted/hosted-panel.tsx')).HostedPanel,
  <HostedPlace />,
  t`Failed to load your paper accounts`,
);

const sample = latePart(
  async () => (await import('../features/desk/sample-desk.tsx')).SampleDesk,
  <DeskPlace />,
  t`Failed to load the sample`,
);

const below = latePart(
  async () => (await import('./dashboard-below.tsx')).DashboardBelow,
  null,
  t`Failed to load the rest of the overview`,
);

/** The desk first; below it what an account is set up with, paid for and judged by. */
export function DashboardOverview({ userId, arrival }: DashboardBelowProps) {
  const [timeZone] = useState(viewerTimeZone);
  return (
    <QueryProvider>
      <Desk
        userId={userId}
        timeZone={timeZone}
        empty={
          <>
            <NothingToday />
            <sample.Part timeZone={timeZone} />
          </>
        }
      >
        {(isFirst) => (
          <WhenNear atOnce={isFirst}>
            <hosted.Part userId={userId} timeZone={timeZone} />
          </WhenNear>
        )}
      </Desk>
      <WhenNear className="mt-6 min-h-dvh">
        <below.Part userId={userId} arrival={arrival} />
      </WhenNear>
    </QueryProvider>
  );
}
