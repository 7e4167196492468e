import { t } from '@lingui/core/macro';
import { latePart } from '../lib/late-part.tsx';

/** Above what is read of an account: how old it is without a network, and that a new version is ready. */
export const offline = latePart(
  async () => (await import('./dashboard-offline.tsx')).DashboardOffline,
  null,
  t`Failed to load what works offline`,
);
