import { BotFault } from '@quorate/bot/bot-fault';
import { storageFault } from '@quorate/bot/journal/storage-fault';
import type { FastifyError } from 'fastify';
import type { LocalFailure } from '../contract/failure.ts';
import { LocalFault } from '../local-fault.ts';

type Failed = Readonly<{
  status: number;
  failure: LocalFailure;
  /** Whether the log must have it whole. */
  unforeseen: boolean;
}>;

/** Faults that something else than the person's input has to mend first. */
const UNAVAILABLE: ReadonlySet<BotFault['code']> = new Set([
  'vault',
  'terminal',
  'data_folder',
  'service_unreachable',
  'service_refused',
  'interrupted',
]);

/** What the interface is told of an error, whatever was thrown. */
export function failureOf(error: unknown): Failed {
  if (error instanceof LocalFault) {
    const { code, message, fields, status } = error;
    const failure = { code, message, ...(fields && { fields: { ...fields } }) };
    return { status, failure, unforeseen: false };
  }
  if (error instanceof BotFault) {
    const { code, message } = error;
    const status = code === 'usage' ? 400 : UNAVAILABLE.has(code) ? 503 : 409;
    return { status, failure: { code, message }, unforeseen: false };
  }
  const disk = diskFault(error);
  if (disk !== null) {
    const { code, message } = disk;
    return { status: 503, failure: { code, message }, unforeseen: true };
  }
  const status = statusOf(error);
  if (status !== null) {
    const failure = { code: 'validation_failed', message: sentenceOf(status) };
    return { status, failure, unforeseen: false };
  }
  return {
    status: 500,
    failure: {
      code: 'unexpected',
      message: 'Something unforeseen happened in the app. Its log, app.log, says what.',
    },
    unforeseen: true,
  };
}

/** A disk that takes nothing, which any call that keeps something may come upon. */
function diskFault(error: unknown): BotFault | null {
  if (!(error instanceof Error)) return null;
  const isOfDisk =
    'errcode' in error ||
    ('code' in error && ['ENOSPC', 'EDQUOT', 'EROFS'].includes(String(error.code)));
  const fault = isOfDisk ? storageFault('of the app', error) : null;
  return fault instanceof BotFault && fault.code === 'data_folder' ? fault : null;
}

/** What Fastify refuses before any handler sees it. */
function statusOf(error: unknown): number | null {
  if (!(error instanceof Error) || !('statusCode' in error)) return null;
  const { statusCode } = error as FastifyError;
  return statusCode !== undefined && statusCode >= 400 && statusCode < 500 ? statusCode : null;
}

function sentenceOf(status: number): string {
  switch (status) {
    case 413:
      return 'More was sent than the 64 KiB that one call may have.';
    case 415:
      return 'Only JSON can be taken.';
    default:
      return 'What was sent cannot be read.';
  }
}
