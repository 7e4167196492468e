import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../engine/api-error.ts';

/** Answers every fault in the provider's envelope; what was not foreseen is a 500 without its innards. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError | ApiError>((error, request, reply) =>
    answer(request, reply, error instanceof ApiError ? error : translated(error)),
  );
  app.setNotFoundHandler((request, reply) =>
    answer(request, reply, new ApiError(404, 'invalid_url', 'There is no such address.')),
  );
}

function answer(request: FastifyRequest, reply: FastifyReply, error: ApiError) {
  return reply
    .code(error.status)
    .headers(error.headers)
    .send({
      error: {
        type: error.status >= 500 ? 'api_error' : 'request_error',
        code: error.code,
        detail: error.message,
        documentation_url: `https://developer.paddle.com/errors/shared/${error.code}`,
        ...(error.errors.length > 0 ? { errors: error.errors } : {}),
      },
      meta: { request_id: request.id },
    });
}

function translated(error: FastifyError): ApiError {
  const status = error.statusCode ?? 500;
  if (status === 413) return new ApiError(413, 'request_body_too_large', 'The body is too large.');
  if (status === 415) return new ApiError(415, 'unsupported_media_type', 'Send JSON.');
  if (status >= 400 && status < 500) return new ApiError(400, 'invalid_json', 'This is no JSON.');
  return new ApiError(500, 'internal_error', 'The emulator failed.');
}
