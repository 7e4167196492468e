import { t } from '@lingui/core/macro';
import { Navigate, useParams } from 'react-router';
import { latePart } from '../../lib/late-part.tsx';
import { pageMeta } from '../../lib/page-meta.ts';
import { RECORD_HEAD, RECORD_HEAD_ID } from '../../lib/record-head.ts';
import { useHydrated } from '../../lib/use-hydrated.ts';
import { PagePlace } from '../page-place.tsx';

const view = latePart(
  async () => (await import('../record-view.tsx')).RecordView,
  <PagePlace />,
  t`Failed to load the record`,
);

export function meta() {
  if (!RECORD_HEAD)
    return pageMeta(t`Public record`, t`A trading record that anyone can check in the browser.`);
  const { recordTitle, recordDescription, recordUrl, recordPicture } = RECORD_HEAD;
  return [
    ...pageMeta(recordTitle, recordDescription),
    { tagName: 'link', rel: 'canonical', href: recordUrl },
    { property: 'og:type', content: 'website' },
    { property: 'og:url', content: recordUrl },
    { property: 'og:image', content: recordPicture },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { property: 'og:image:alt', content: recordTitle },
    { name: 'twitter:card', content: 'summary_large_image' },
  ];
}

/** One page for all public records: which one it is, only the address says. */
export default function RecordPage() {
  const { name = '' } = useParams();
  return (
    <>
      {RECORD_HEAD && (
        <script type="application/json" id={RECORD_HEAD_ID}>
          {JSON.stringify(RECORD_HEAD)}
        </script>
      )}
      {useHydrated() ? (
        name === '' ? (
          <Navigate to="/" replace />
        ) : (
          <view.Part name={name} />
        )
      ) : (
        <PagePlace />
      )}
    </>
  );
}
