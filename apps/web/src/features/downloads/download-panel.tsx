import { t } from '@lingui/core/macro';
import { type DesktopRelease, getDesktopRelease } from '@quorate/contract/downloads';
import { Button } from '@quorate/ui/button';
import { CopyButton } from '@quorate/ui/copy-button';
import { DoneNotice } from '@quorate/ui/done-notice';
import { Panel } from '@quorate/ui/panel';
import { Skeleton } from '@quorate/ui/skeleton';
import { formatDay } from '@quorate/ui/time-format';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { callApi } from '../../lib/api-client.ts';
import { RetryNotice } from '../../ui/retry-notice.tsx';
import { DownloadDialog } from './download-dialog.tsx';
import { checksumWords, megabytes } from './download-words.ts';
import type { DownloadState } from './downloader.ts';
import { useDownload } from './use-download.ts';

/** The Windows app: what is offered, and the way to get it. */
export function DownloadPanel({ timeZone }: { timeZone: string }) {
  const { data: release, error, refetch, isFetching } = useDesktopRelease();
  return (
    <Panel title={t`Desktop app`}>
      {error && (
        <div className={release === undefined ? '' : 'mb-4'}>
          <RetryNotice
            title={t`Failed to load the desktop app`}
            error={error}
            onRetry={() => void refetch()}
            busy={isFetching}
          />
        </div>
      )}
      {release === undefined && !error && <Skeleton className="h-[4.75rem] w-full" />}
      {release === null && <Unreleased />}
      {release && <Offer release={release} timeZone={timeZone} onOther={refetch} />}
    </Panel>
  );
}

function Unreleased() {
  return (
    <>
      <p className="text-small">{t`The Windows app is not released yet.`}</p>
      <p className="mt-1 text-small text-muted">{t`It needs Windows 10 or 11 (64-bit), 4 GB of memory (8 GB recommended) and about 720 MB of disk. It will be offered here.`}</p>
    </>
  );
}

type OfferProps = {
  release: DesktopRelease;
  timeZone: string;
  /** Another file came than the one that is told of here, or none. */
  onOther: () => unknown;
};

function Offer({ release, timeZone, onOther }: OfferProps) {
  const download = useDownload();
  const { state, open, start } = download;
  const isOther = state.kind === 'done' && state.sha256 !== null && state.sha256 !== release.sha256;
  useEffect(() => {
    if (isOther) onOther();
  }, [isOther, onOther]);
  return (
    <>
      <ReleaseFacts release={release} timeZone={timeZone} />
      <div className="mt-4">
        <DoneNotice tone={state.kind === 'cancelled' ? 'info' : 'success'}>
          {open ? null : outcomeOf(state)}
        </DoneNotice>
        <Button onClick={start}>{t`Download (${megabytes(release.size)})`}</Button>
      </div>
      {open && (
        <DownloadDialog
          download={download}
          onClose={() => {
            download.reset();
            // The release may be why it failed.
            onOther();
          }}
        />
      )}
    </>
  );
}

function outcomeOf(state: DownloadState): string | null {
  if (state.kind === 'cancelled') return t`Download cancelled`;
  if (state.kind !== 'done') return null;
  return `${t`${state.name} is in your downloads.`} ${checksumWords(state.verified)}`;
}

/** The newest desktop app; null before the first. */
function useDesktopRelease() {
  return useQuery({
    queryKey: ['desktop-release'],
    queryFn: async ({ signal }) => (await callApi(getDesktopRelease, {}, { signal })).release,
  });
}

type ReleaseFactsProps = { release: DesktopRelease; timeZone: string };

/** What one may want to know of a program before running it. */
function ReleaseFacts({ release, timeZone }: ReleaseFactsProps) {
  return (
    <dl className="text-small">
      <Fact name={t`Version`}>
        <span className="figures text-small">{release.version}</span>
        <span className="text-muted">, {formatDay(release.published_at, timeZone)}</span>
      </Fact>
      <Fact name={t`Size`}>
        <span className="figures text-small">{megabytes(release.size)}</span>
      </Fact>
      <Fact name={t`Needs`}>{t`Windows 10 or 11 (64-bit), 4 GB of memory (8 GB recommended)`}</Fact>
      <Fact name="SHA-256">
        <code className="figures block text-tiny break-all">{release.sha256}</code>
        <span className="mt-1.5 block">
          <CopyButton label={t`Copy SHA-256`} text={release.sha256} />
        </span>
      </Fact>
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[5.5rem_1fr] gap-x-3 border-b border-line py-2 first:pt-0">
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}
