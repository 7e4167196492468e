import { t } from '@lingui/core/macro';
import { Button } from '@quorate/ui/button';
import { ConvergingLines } from '@quorate/ui/converging-lines';
import { useEffect } from 'react';
import { useRouteError } from 'react-router';
import { BASE_PATH } from '../lib/base-path.ts';
import { SITE } from '../lib/site.ts';

/** Instead of a page that broke. The cause goes to the console, never to the reader. */
export function ErrorPage() {
  const error = useRouteError();
  useEffect(() => {
    console.error('This page failed to render.', error);
  }, [error]);
  return (
    <main className="grid min-h-dvh place-items-center p-6 text-center">
      <title>{t`Something went wrong · ${SITE.name}`}</title>
      <div>
        <ConvergingLines className="mx-auto size-10 text-brand" />
        <h1 className="mt-4 font-serif text-title">{t`Something went wrong on this page.`}</h1>
        <p className="mt-2 text-muted">{t`Your account and your trades are not affected. If it happens again, write to ${SITE.supportEmail}.`}</p>
        <div className="mt-6 flex justify-center gap-3">
          <Button onClick={() => window.location.reload()}>{t`Load again`}</Button>
          <Button
            variant="secondary"
            onClick={() => window.location.assign(`${BASE_PATH}/`)}
          >{t`Home`}</Button>
        </div>
      </div>
    </main>
  );
}
