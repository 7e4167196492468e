import { t } from '@lingui/core/macro';
import { Button } from '@quorate/ui/button';
import { Dialog } from '@quorate/ui/dialog';
import { Notice } from '@quorate/ui/notice';
import { ProgressBar } from '@quorate/ui/progress-bar';
import { type DownloadFault, faultSentence } from './download-fault.ts';
import { checksumWords, megabytes, paceWords, wholePercent } from './download-words.ts';
import type { DownloadState } from './downloader.ts';
import type { Progress } from './progress-ticker.ts';
import type { Download } from './use-download.ts';

type DownloadDialogProps = {
  download: Download;
  /** After the end or a failure. */
  onClose: () => void;
};

const TITLES = {
  downloading: t`Downloading the desktop app`,
  checking: t`Downloading the desktop app`,
  done: t`The desktop app is downloaded`,
  failed: t`The download stopped`,
} as const;

/**
 * The window of a download that runs, is done or has failed. A click beside it leaves it open: it would end
 * what may have taken half an hour.
 */
export function DownloadDialog({ download, onClose }: DownloadDialogProps) {
  const { state, start, cancel } = download;
  if (state.kind === 'idle' || state.kind === 'cancelled') return null;
  return (
    <Dialog
      kind="alert"
      title={TITLES[state.kind]}
      onClose={state.kind === 'done' || state.kind === 'failed' ? onClose : cancel}
    >
      {(state.kind !== 'failed' || state.resumable) && (
        <DownloadProgress progress={state.progress} words={wordsOf(state)} />
      )}
      {state.kind === 'done' && (
        <p role="status" className="mt-3 text-small">
          {checksumWords(state.verified)}
        </p>
      )}
      {state.kind === 'failed' && (
        <Notice
          tone="error"
          live
          className={state.resumable ? 'mt-4' : ''}
          title={faultSentence(state.fault)}
        >
          {adviceOn(state.fault, state.resumable)}
        </Notice>
      )}
      {state.kind !== 'done' && (
        <div className="mt-5 flex flex-wrap justify-end gap-2.5">
          <Button variant="secondary" onClick={state.kind === 'failed' ? onClose : cancel}>
            {state.kind === 'failed' ? t`Close` : t`Cancel`}
          </Button>
          {state.kind === 'failed' && (
            <Button onClick={start}>{state.resumable ? t`Go on` : t`Try again`}</Button>
          )}
        </div>
      )}
    </Dialog>
  );
}

function wordsOf(state: DownloadState): string | null {
  if (state.kind === 'downloading' && state.broken) return t`The connection broke. Trying again …`;
  if (state.kind === 'checking') return t`Verifying the checksum …`;
  return state.kind === 'done' ? t`Saved` : null;
}

function adviceOn(fault: DownloadFault, resumable: boolean): string | null {
  const reason = fault.kind === 'status' ? fault.reason : null;
  if (!resumable) return reason;
  const kept = t`What has arrived is kept while this window is open.`;
  return reason === null ? kept : `${reason} ${kept}`;
}

type DownloadProgressProps = {
  progress: Progress;
  /** What stands in place of speed and time left. */
  words?: string | null;
};

/** How much of the file is there, as a bar and in words. */
function DownloadProgress({ progress, words }: DownloadProgressProps) {
  const { received, total, bytesPerSecond } = progress;
  const percent = total === null ? null : wholePercent(received, total);
  const missing = total === null ? null : total - received;
  const amount =
    total === null ? megabytes(received) : t`${megabytes(received)} of ${megabytes(total)}`;
  return (
    <div>
      <ProgressBar
        label={t`Download`}
        percent={percent}
        text={percent === null ? amount : `${percent}%, ${amount}`}
      />
      <div className="mt-2 flex flex-wrap justify-between gap-x-4 text-small">
        <p>
          {percent !== null && <span className="figures me-2.5 text-small">{percent}%</span>}
          <span className="figures text-small text-muted">{amount}</span>
        </p>
        {/* A line of its own height, so that nothing moves when the words come. */}
        <p className="min-h-[1.4em] text-muted">{words ?? paceWords(bytesPerSecond, missing)}</p>
      </div>
    </div>
  );
}
