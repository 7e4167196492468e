import { t } from '@lingui/core/macro';
/** Why a download stopped. Each kind has its own sentence on the screen. */
export type DownloadFault =
  | { kind: 'status'; status: number; reason: string | null }
  | { kind: 'network' }
  | { kind: 'other'; message: string };

export class DownloadError extends Error {
  override readonly name = 'DownloadError';
  readonly fault: DownloadFault;
  constructor(fault: DownloadFault, options?: ErrorOptions) {
    super(faultSentence(fault), options);
    this.fault = fault;
  }
}

/** The screen's sentence, word for word as the specification has it (section 8). */
export function faultSentence(fault: DownloadFault): string {
  switch (fault.kind) {
    case 'status':
      return t`Download failed with status ${fault.status}`;
    case 'network':
      return t`Network error during download`;
    case 'other':
      return t`Download failed: ${fault.message}. Please try again.`;
  }
}

/** @param error whatever was thrown */
export function faultOf(error: unknown): DownloadFault {
  if (error instanceof DownloadError) return error.fault;
  const message = error instanceof Error && error.message !== '' ? error.message : t`unknown error`;
  return { kind: 'other', message: message.replace(/\.$/, '') };
}
