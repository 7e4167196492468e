import { ServiceCalibration } from '../../features/calibration/service-calibration.tsx';
import { pageMeta } from '../../lib/page-meta.ts';
import { QueryProvider } from '../../lib/query/query-provider.tsx';
import { useSession } from '../../lib/session/use-session.ts';
import { TextLink } from '../../ui/text-link.tsx';

export function meta() {
  return [
    ...pageMeta('Operators', 'How the models do over all users of the service.'),
    { name: 'robots', content: 'noindex' },
  ];
}

export default function AdminPage() {
  const { user } = useSession();
  // The guard around this page leads away from it; there is nothing to show meanwhile.
  if (!user) return null;
  return (
    <QueryProvider>
      <div className="wrap pt-6 md:pt-8">
        <p className="mb-1 text-small">
          <TextLink to="/dashboard">Dashboard</TextLink>
        </p>
        <h1 className="mb-6 font-serif text-title font-medium">Operators</h1>
        <ServiceCalibration userId={user.id} />
      </div>
    </QueryProvider>
  );
}
