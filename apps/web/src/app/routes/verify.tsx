import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { PageHead } from '@quorate/ui/page-head';
import { type ReactNode, useEffect } from 'react';
import { breadcrumbData } from '../../features/site/structured-data.ts';
import { VerifyRecord } from '../../features/verify/verify-record.tsx';
import { BASE_PATH } from '../../lib/base-path.ts';
import { pageMeta } from '../../lib/page-meta.ts';
import { SITE } from '../../lib/site.ts';

export function meta() {
  return [
    ...pageMeta(
      t`Verify a record`,
      t`Check in your browser that a record of trades is whole, unchanged and signed. The file stays on your device.`,
      '/verify',
    ),
    { 'script:ld+json': breadcrumbData(t`Verify a record`, '/verify') },
  ];
}

/** The page comes first: what is kept for a time without a network is loaded after it. */
const KEEP_AFTER_MS = 3_000;

export default function VerifyPage() {
  useKeptPage();
  return (
    <div className="mx-auto max-w-[48rem] px-4 pt-8 md:pt-14">
      <PageHead title={t`Verify a record`}>
        {t`Check that a record of ${SITE.name} is whole, unchanged and signed. Your browser does it: the file stays on your device, and nobody hears of it.`}
      </PageHead>
      <noscript>
        <p className="mb-8 text-small text-muted">
          <Trans>
            The check needs JavaScript. Without it, verify the file by command, as described at the
            end of this page.
          </Trans>
        </p>
      </noscript>
      <VerifyRecord />
      <div className="mt-12 grid gap-x-10 gap-y-8 text-small md:grid-cols-2">
        <Part title={t`What is checked`}>
          <ul className="list-disc space-y-1.5 ps-4">
            <li>{t`The log has signed it, with the key above.`}</li>
            <li>{t`No entry is missing, changed, added or moved.`}</li>
            <li>{t`Market data is possible: no bar of tomorrow, no high below its low.`}</li>
            <li>{t`Each verdict follows from its votes, and each risk check from its figures.`}</li>
            <li>{t`Each result follows from its prices and costs.`}</li>
          </ul>
        </Part>
        <Part title={t`What it does not say`}>
          <ul className="list-disc space-y-1.5 ps-4">
            <li>{t`Nothing about trades that were made elsewhere.`}</li>
            <li>{t`Nothing about the future: a true record can still be a losing one.`}</li>
            <li>{t`Nothing about who signed it, where you do not know the key from a source that you trust.`}</li>
          </ul>
        </Part>
        <Part title={t`Without a network`}>
          <p>{t`After one visit this page opens and verifies offline. The key of this site is kept, with the day on which it was read.`}</p>
        </Part>
        <Part title={t`By command`}>
          <p>{t`The same check, in a checkout of the source. It also compares an earlier file and the cosignatures of witnesses.`}</p>
          <code className="figures mt-2 block w-fit max-w-full rounded-md bg-sunk px-3 py-2 text-tiny wrap-anywhere">
            {t`npm run verify-ledger -- FILE --key KEY`}
          </code>
        </Part>
      </div>
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-2 text-body font-semibold">{title}</h2>
      <div className="text-muted">{children}</div>
    </section>
  );
}

/** From the first visit on, this page opens without a network. A new version is taken up by the next visit. */
function useKeptPage(): void {
  useEffect(() => {
    if (!import.meta.env.PROD) return;
    let stop = () => {};
    let left = false;
    const keep = async () => {
      const { keepSiteHere } = await import('../../lib/site-worker.ts');
      if (!left) stop = keepSiteHere(() => undefined, [`${BASE_PATH}/verify`]);
    };
    // Without a network now, it is kept the next time.
    const timer = setTimeout(() => void keep().catch(() => undefined), KEEP_AFTER_MS);
    return () => {
      left = true;
      clearTimeout(timer);
      stop();
    };
  }, []);
}
