import { ERRORS, type FailureReply } from '@quorate/contract/errors';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { requestFailed } from '../process/telemetry/events.ts';
import { AppError } from './app-error.ts';
import { errorText, errorWords, fieldWords, figuresOf } from './error-words.ts';
import { UNROUTED } from './requests.ts';
import { i18nOfAnswer } from './spoken.ts';

/** Where nobody knows better when it is worth another try. */
const SOON_S = 5;

/** Every failure leaves in one shape; what is not an AppError is logged whole and told as `internal`. */
export function registerErrors(app: FastifyInstance): void {
  app.setErrorHandler(async (error: FastifyError | Error, request, reply) => {
    const known = toAppError(error, request);
    // Sending people away is what the service does on purpose, and for anyone who asks often enough.
    if (known.status >= 500 && known.code !== 'busy') {
      request.log.error({ err: error }, known.code);
    }
    return sendFailure(reply, request, known);
  });
}

export async function sendFailure(
  reply: FastifyReply,
  request: FastifyRequest,
  error: AppError,
): Promise<FastifyReply> {
  const { code, status } = error;
  requestFailed.publish({ route: request.routeOptions.url ?? UNROUTED, code, status });
  const isForNow = status === 429 || status === 503;
  const details = error.details && figuresOf(error.details);
  const retryAfter = details?.retry_after_s ?? (isForNow ? SOON_S : undefined);
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
  const i18n = i18nOfAnswer(request, reply);
  const message = errorWords(i18n, code, error.details);
  const body: FailureReply = {
    success: false,
    code,
    message,
    error: message,
    ...(error.fields && { fields: fieldWords(i18n, error.fields) }),
    ...(details && { details }),
    request_id: request.id,
  };
  return reply.status(status).header('cache-control', 'no-store').send(body);
}

/** What a caller is told of an error, whoever threw it. */
export function toAppError(error: FastifyError | Error, request: FastifyRequest): AppError {
  if (error instanceof AppError) return error;
  if (isDatabaseAway(error)) {
    return new AppError('service_unavailable', {
      details: { retry_after_s: AWAY_RETRY_S },
      cause: error,
    });
  }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  switch (code) {
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new AppError('malformed_json', { cause: error });
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new AppError('body_too_large', {
        details: { limit: request.routeOptions.bodyLimit ?? 0 },
        cause: error,
      });
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new AppError('unsupported_media_type', { cause: error });
    // PostgreSQL: out of disk; the embedded database passes the same code on.
    case '53100':
    case 'ENOSPC':
      return new AppError('storage_full', { cause: error });
    // PostgreSQL: the row that another one belongs to is gone. Everything belongs to a user, whose account
    // was deleted while the request was under way.
    case '23503':
      return new AppError(ownerIsGone(error) ? 'unauthorized' : 'internal', { cause: error });
    default:
      return fromStatus(error);
  }
}

function ownerIsGone(error: Error): boolean {
  const constraint = 'constraint' in error ? error.constraint : undefined;
  return typeof constraint === 'string' && constraint.includes('user_id');
}

/** The framework's own refusals carry a status; their sentences are not ours to pass on. */
function fromStatus(error: FastifyError | Error): AppError {
  const status = 'statusCode' in error ? error.statusCode : undefined;
  if (status === undefined || status >= 500 || status < 400)
    return new AppError('internal', { cause: error });
  const known = status === ERRORS.not_found.status ? 'not_found' : 'malformed_request';
  return new AppError('validation_failed', {
    details: { reason: errorText(known) },
    cause: error,
  });
}

/** When to ask again: a database that restarts is there again after about as long. */
const AWAY_RETRY_S = 3;

/** PostgreSQL's codes and the system's: no connection, shutting down, too many connections, called off. */
const CODES = new Set([
  '08000',
  '08001',
  '08003',
  '08004',
  '08006',
  '25006',
  '53300',
  '55P03',
  '57014',
  '57P01',
  '57P02',
  '57P03',
  '57P05',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
]);

/** The driver's own errors carry no code. */
const WORDS =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed and is not queryable)/;

/** Whether a statement failed because the database cannot be asked right now, and not because of itself. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && typeof error.code === 'string' && CODES.has(error.code)) return true;
  // With such an answer the connection has ended; poolers give each reason of theirs as one.
  if ('severity' in error && (error.severity === 'FATAL' || error.severity === 'PANIC'))
    return true;
  return WORDS.test(error.message);
}
