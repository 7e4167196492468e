import { t } from '@lingui/core/macro';

const MEGABYTE = 1_000_000;

/** Always in the same unit, so that figures can be compared while they change. @example '58.3 MB' */
export function megabytes(bytes: number): string {
  return t`${(bytes / MEGABYTE).toFixed(1)} MB`;
}

/** Whole percent, and 100 only for the whole. */
export function wholePercent(received: number, total: number): number {
  return total === 0 ? 0 : Math.min(100, Math.floor((received / total) * 100));
}

/** @example '4.2 MB/s, about 12 s left' */
export function paceWords(
  bytesPerSecond: number | null,
  missingBytes: number | null,
): string | null {
  if (bytesPerSecond === null) return null;
  const speed = `${megabytes(bytesPerSecond)}/s`;
  if (missingBytes === null || bytesPerSecond < 1) return speed;
  return t`${speed}, about ${durationWords(missingBytes / bytesPerSecond)} left`;
}

function durationWords(seconds: number): string {
  if (seconds < 60) return `${Math.max(1, Math.ceil(seconds))} s`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 60) return t`${minutes} min`;
  return t`${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** @param verified false where the browser could not tell */
export function checksumWords(verified: boolean): string {
  return verified
    ? t`Checksum verified`
    : t`The checksum could not be verified in this browser: compare it yourself.`;
}
