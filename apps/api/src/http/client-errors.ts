import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import {
  ERRORS,
  type ErrorCode,
  type ErrorDetails,
  type FailureReply,
} from '@quorate/contract/errors';
import { newRequestId } from '../process/telemetry/context.ts';
import { i18nOf } from '../words/i18n.ts';
import { errorWords } from './error-words.ts';

/**
 * Answers what is no request at all and so reaches no route: in the one shape of failures, once, and then
 * the connection is closed, as nothing that follows can be trusted to be a request of its own.
 */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  refuseConnection(socket, codeOf(error.code));
}

/** Says why in the one shape of failures, and closes. */
export function refuseConnection(socket: Socket, code: ErrorCode, details?: ErrorDetails): void {
  const message = errorWords(i18nOf('en'), code, details);
  const request_id = newRequestId();
  const failure: FailureReply = {
    success: false,
    code,
    message,
    error: message,
    ...(details && { details }),
    request_id,
  };
  const body = JSON.stringify(failure);
  const { status } = ERRORS[code];
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      'cache-control: no-store',
      ...(details?.retry_after_s === undefined ? [] : [`retry-after: ${details.retry_after_s}`]),
      `x-request-id: ${request_id}`,
      'x-content-type-options: nosniff',
      'connection: close',
      '',
      body,
    ].join('\r\n'),
    // The other side may never read or close; the connection must not wait for it.
    () => socket.destroy(),
  );
}

function codeOf(fault: string | undefined): ErrorCode {
  switch (fault) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return 'request_timeout';
    case 'HPE_HEADER_OVERFLOW':
      return 'headers_too_large';
    default:
      return 'malformed_request';
  }
}
