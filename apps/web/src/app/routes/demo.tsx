import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { DEMO_USER_ID } from '@quorate/contract/demo-account';
import { Navigate } from 'react-router';
import { DemoContext } from '../../lib/demo.ts';
import { pageMeta } from '../../lib/page-meta.ts';
import { useSession } from '../../lib/session/use-session.ts';
import { SITE } from '../../lib/site.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { DashboardDesk } from '../dashboard-desk.tsx';

export function meta() {
  return pageMeta(
    t`Live demo`,
    t`Watch a paper account trade a made-up market live: its decisions, votes, trades and figures on the whole dashboard, without signing up.`,
    '/demo',
  );
}

/** The dashboard of the service's own account, for everybody to watch. */
export default function DemoPage() {
  // The service sends this page only where there is a demo; within the site one could still be led here.
  if (SITE.demo === '') return <Navigate to="/" replace />;
  return (
    <DemoContext value={true}>
      <DemoBar />
      <DashboardDesk userId={DEMO_USER_ID} username={t`Practice`} />
    </DemoContext>
  );
}

function DemoBar() {
  const { user } = useSession();
  return (
    <section aria-label={t`Live demo`} className="border-y border-line bg-sunk">
      <div className="wrap-desk flex flex-wrap items-center gap-x-6 gap-y-2 py-2 md:flex-nowrap">
        <p className="text-small">
          <Trans>
            <strong className="font-medium">{t`Live demo on a made-up market.`}</strong> A paper
            account trades automatically here, and you see what its owner would see: each decision,
            each refusal and each trade. Nothing here is real money.
          </Trans>
        </p>
        <LinkButton
          to={user ? '/dashboard' : '/signup'}
          size="small"
          className="ms-auto min-w-36 shrink-0 max-md:min-h-11 max-md:w-full"
        >
          {user ? t`Your dashboard` : t`Start your own`}
        </LinkButton>
      </div>
    </section>
  );
}
