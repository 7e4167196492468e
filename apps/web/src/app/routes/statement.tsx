import { t } from '@lingui/core/macro';
import { viewerTimeZone } from '@quorate/ui/time-format';
import { useLocation, useSearchParams } from 'react-router';
import { StatementPage } from '../../features/exports/statement.tsx';
import { StatisticsFigures } from '../../features/trades/statistics-figures.tsx';
import { filterFromQuery } from '../../features/trades/trade-filter.ts';
import { pageMeta } from '../../lib/page-meta.ts';
import { QueryProvider } from '../../lib/query/query-provider.tsx';
import { useSession } from '../../lib/session/use-session.ts';

export function meta() {
  return [
    ...pageMeta(t`Statement`, t`Your trades and their figures, to print.`),
    { name: 'robots', content: 'noindex' },
  ];
}

export default function StatementRoute() {
  const { user } = useSession();
  const [query] = useSearchParams();
  const { search } = useLocation();
  // The guard around this page leads away from it; there is nothing to show meanwhile.
  if (!user) return null;
  const history = new URLSearchParams(search);
  history.set('tab', 'history');
  return (
    <QueryProvider>
      <StatementPage
        userId={user.id}
        username={user.username}
        timeZone={viewerTimeZone()}
        filter={filterFromQuery(query)}
        back={`/dashboard?${history}`}
        figures={(statistics) => <StatisticsFigures statistics={statistics} />}
      />
    </QueryProvider>
  );
}
