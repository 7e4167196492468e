import { t } from '@lingui/core/macro';
import { Notice } from '@quorate/ui/notice';
import { useState } from 'react';
import { type Submission, useSubmission } from '../../../lib/use-submission.ts';
import { FailureNotice } from '../../../ui/failure-notice.tsx';

export type ProviderPage<Input> = Submission<Input> & {
  /** Set where the browser opened no tab: the reader has to follow it themselves. */
  blocked: string | null;
};

/**
 * Opens a page of the payment provider in a tab of its own.
 *
 * @param ask asks the service for the page's address
 */
export function useProviderPage<Input = undefined>(
  ask: (input: Input) => Promise<string>,
): ProviderPage<Input> {
  const [blocked, setBlocked] = useState<string | null>(null);
  const submission = useSubmission(async (input: Input) => {
    setBlocked(null);
    // While the click is being handled: browsers take a tab that is opened later for an advertisement.
    const tab = window.open('about:blank', '_blank');
    try {
      const address = webAddress(await ask(input));
      if (!tab) return setBlocked(address);
      // The page that opens must not reach back into this one.
      tab.opener = null;
      tab.location.replace(address);
    } catch (error) {
      tab?.close();
      throw error;
    }
  });
  return { ...submission, blocked };
}

type ProviderPageNoticeProps = {
  /** The sentence when it fails. */
  failure: string;
  page: { error: unknown; blocked: string | null };
  className?: string;
};

/** That the page could not be opened, or the link to it where the browser opens no tabs. */
export function ProviderPageNotice({ failure, page, className }: ProviderPageNoticeProps) {
  if (page.blocked === null) {
    return <FailureNotice title={failure} error={page.error} {...(className && { className })} />;
  }
  return (
    <Notice live title={t`Your browser opened no tab.`} {...(className && { className })}>
      <a
        href={page.blocked}
        target="_blank"
        rel="noopener noreferrer"
        className="font-medium text-brand underline underline-offset-4"
      >{t`Open the page here`}</a>
    </Notice>
  );
}

/** An address that leads to a page, never one that runs as a script. */
function webAddress(address: string): string {
  const { protocol, href } = new URL(address);
  if (protocol !== 'https:' && protocol !== 'http:') {
    throw new Error(`'${protocol}' leads to no page`);
  }
  return href;
}
