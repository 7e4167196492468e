import { t } from '@lingui/core/macro';
import { Navigate, useParams } from 'react-router';
import { pageMeta } from '../../lib/page-meta.ts';
import { useSession } from '../../lib/session/use-session.ts';
import { AdminFrame } from '../admin-frame.tsx';
import { ACCOUNT_PAGE, ADMIN_PAGES } from '../admin-pages.tsx';

const ACCOUNT = /^users\/([^/]+)$/;

export function meta({ params }: { params: { '*'?: string | undefined } }) {
  const rest = params['*'] ?? '';
  const page = ADMIN_PAGES.find(({ path }) => path === rest);
  const title = page?.label ?? t`Account`;
  return [
    ...pageMeta(title, page?.description ?? t`One account and what it is entitled to.`),
    { name: 'robots', content: 'noindex' },
  ];
}

/** The back office. What follows /admin/ names its page. */
export default function AdminRoute() {
  const { user } = useSession();
  const { '*': rest = '' } = useParams();
  // The guard around this page leads away from it; there is nothing to show meanwhile.
  if (!user) return null;
  const account = ACCOUNT.exec(rest)?.[1];
  const page = ADMIN_PAGES.find(({ path }) => path === rest);
  if (!page && account === undefined) return <Navigate to="/admin" replace />;
  return (
    <AdminFrame operatorId={user.id}>
      {page && <page.Part key={page.path} />}
      {account !== undefined && <ACCOUNT_PAGE.Part key={account} userId={account} />}
    </AdminFrame>
  );
}
