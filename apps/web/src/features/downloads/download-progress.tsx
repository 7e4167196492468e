import { megabytes, paceWords, wholePercent } from './download-words.ts';
import type { Progress } from './progress-ticker.ts';

type DownloadProgressProps = {
  progress: Progress;
  /** What stands in place of speed and time left. */
  words?: string | null;
};

/** How much of the file is there, as a bar and in words. */
export function DownloadProgress({ progress, words }: DownloadProgressProps) {
  const { received, total, bytesPerSecond } = progress;
  const percent = total === null ? null : wholePercent(received, total);
  const missing = total === null ? null : total - received;
  const amount =
    total === null ? megabytes(received) : `${megabytes(received)} of ${megabytes(total)}`;
  return (
    <div>
      <div
        role="progressbar"
        aria-label="Download"
        aria-valuemin={0}
        aria-valuemax={100}
        {...(percent !== null && { 'aria-valuenow': percent })}
        aria-valuetext={percent === null ? amount : `${percent}%, ${amount}`}
        className="h-2 overflow-hidden rounded-full bg-sunk"
      >
        <div
          className="h-full rounded-full bg-brand transition-[width] duration-200"
          style={{ width: `${percent ?? 0}%` }}
        />
      </div>
      <div className="mt-2 flex flex-wrap justify-between gap-x-4 text-small">
        <p>
          {percent !== null && <span className="figures mr-2.5 text-[0.875rem]">{percent}%</span>}
          <span className="figures text-[0.875rem] text-muted">{amount}</span>
        </p>
        {/* A line of its own height, so that nothing moves when the words come. */}
        <p className="min-h-[1.4em] text-muted">{words ?? paceWords(bytesPerSecond, missing)}</p>
      </div>
    </div>
  );
}
