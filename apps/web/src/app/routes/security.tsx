import { t } from '@lingui/core/macro';
import { useNavigate } from 'react-router';
import { MyDataSection } from '../../features/my-data/my-data-section.tsx';
import { InstallSection } from '../../features/notifications/install-section.tsx';
import { NotificationsSection } from '../../features/notifications/notifications-section.tsx';
import { browserName } from '../../features/security/browser-name.ts';
import { ConfirmProvider } from '../../features/security/confirm-provider.tsx';
import { SecuritySettings } from '../../features/security/security-settings.tsx';
import { pageMeta } from '../../lib/page-meta.ts';
import { QueryProvider } from '../../lib/query/query-provider.tsx';
import { useSession } from '../../lib/session/use-session.ts';
import { TextLink } from '../../ui/text-link.tsx';

export function meta() {
  return [
    ...pageMeta(t`Security`, t`How you sign in, where you are signed in, and your data.`),
    { name: 'robots', content: 'noindex' },
  ];
}

export default function SecurityPage() {
  const { user } = useSession();
  const navigate = useNavigate();
  // The guard around this page leads away from it; there is nothing to show meanwhile.
  if (!user) return null;

  // The session ends there: without one the guard around this page would lead to sign-in.
  const sayGoodbye = async () => {
    await navigate('/', { replace: true, state: { farewell: user.id } });
  };

  return (
    <QueryProvider>
      {/* Another user, who signed in in another tab, gets a page of their own: codes on it are one person's. */}
      <ConfirmProvider key={user.id} userId={user.id}>
        <div className="wrap pt-6 md:pt-8">
          <p className="mb-1 text-small">
            <TextLink to="/dashboard">{t`Dashboard`}</TextLink>
          </p>
          <h1 className="mb-6 font-serif text-title font-medium">{t`Security`}</h1>
          <SecuritySettings userId={user.id}>
            <NotificationsSection
              userId={user.id}
              email={user.email}
              nameBrowser={() => browserName(navigator.userAgent)}
            />
            <InstallSection />
            <MyDataSection username={user.username} onDeleted={sayGoodbye} />
          </SecuritySettings>
        </div>
      </ConfirmProvider>
    </QueryProvider>
  );
}
