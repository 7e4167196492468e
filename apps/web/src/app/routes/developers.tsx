import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { PageHead } from '@quorate/ui/page-head';
import { ApiPage } from '../../features/api-page/api-page.tsx';
import { pageMeta } from '../../lib/page-meta.ts';
import { QueryProvider } from '../../lib/query/query-provider.tsx';
import { SITE } from '../../lib/site.ts';

export function meta() {
  return pageMeta(
    t`Developers`,
    t`Every call of the service, what it takes and gives, and a way to try it.`,
  );
}

export default function DevelopersPage() {
  return (
    <QueryProvider>
      <div className="wrap pt-8 pb-16 md:pt-14">
        <PageHead title={t`Every call, and a way to try it.`}>
          <Trans>
            The site and the bot use these calls and no others. The same document as a file:{' '}
            <a href="/api/openapi.json" className="text-brand underline">{t`OpenAPI 3.1`}</a>.
          </Trans>
        </PageHead>
        <noscript>
          <p className="mb-8 text-small text-muted">
            <Trans>
              The list below needs JavaScript. The file has every call, too, and questions are
              welcome at{' '}
              <a href={`mailto:${SITE.supportEmail}`} className="text-brand underline">
                {SITE.supportEmail}
              </a>
              .
            </Trans>
          </p>
        </noscript>
        <ApiPage />
      </div>
    </QueryProvider>
  );
}
