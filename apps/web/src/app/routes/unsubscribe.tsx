import { t } from '@lingui/core/macro';
import { unsubscribe } from '@quorate/contract/weekly-review';
import { Button } from '@quorate/ui/button';
import { Notice } from '@quorate/ui/notice';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { AccountFrame } from '../../features/account/account-frame.tsx';
import { callApi } from '../../lib/api-client.ts';
import { pageMeta } from '../../lib/page-meta.ts';
import { useHydrated } from '../../lib/use-hydrated.ts';
import { useSubmission } from '../../lib/use-submission.ts';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { PagePlace } from '../page-place.tsx';

export function meta() {
  return [
    ...pageMeta(t`Weekly review`, t`Turn off the weekly review by mail.`),
    // The address carries a token.
    { name: 'referrer', content: 'no-referrer' },
  ];
}

export default function UnsubscribePage() {
  return useHydrated() ? <Unsubscribe /> : <PagePlace />;
}

/** What mails link to. A click turns them off, and opening the page does not: programs open links, too. */
function Unsubscribe() {
  const [query] = useSearchParams();
  const token = query.get('token') ?? '';
  const [isOff, setIsOff] = useState(false);
  const { busy, error, submit } = useSubmission(async () => {
    await callApi(unsubscribe, { query: { token } }, { plain: true });
    setIsOff(true);
  });
  return (
    <AccountFrame title={t`Weekly review by mail`}>
      {isOff ? (
        <div className="space-y-5">
          <Notice
            tone="success"
            live
            title={t`You get no more weekly reviews by mail.`}
          >{t`Your journal still shows the review of each week.`}</Notice>
          <LinkButton
            to="/dashboard/security#notifications"
            variant="secondary"
            className="w-full"
          >{t`Open your notifications`}</LinkButton>
        </div>
      ) : (
        <div className="space-y-5">
          <FailureNotice title={t`Nothing was changed`} error={error} />
          <p className="text-small">{t`Three facts and one question about your week, on Monday mornings. Turn the mail off here; you can turn it on again in your notifications.`}</p>
          {token === '' && (
            <Notice
              tone="warning"
              title={t`This link is not complete`}
            >{t`Open it from the mail again, or change your notifications on the dashboard.`}</Notice>
          )}
          <Button
            className="w-full"
            busy={busy}
            disabled={token === ''}
            onClick={() => submit(undefined)}
          >{t`Turn off the weekly review`}</Button>
          <LinkButton
            to="/dashboard/security#notifications"
            variant="secondary"
            className="w-full"
          >{t`Open your notifications`}</LinkButton>
        </div>
      )}
    </AccountFrame>
  );
}
