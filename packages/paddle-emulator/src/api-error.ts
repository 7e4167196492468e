/** A refusal as the provider words it: a status and a code that callers may branch on. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  /** Fields of a body, and what is wrong with each. */
  readonly errors: readonly { field: string; message: string }[];

  constructor(status: number, code: string, detail: string, errors: ApiError['errors'] = []) {
    super(detail);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.errors = errors;
  }
}

/** A 404 that names what is missing. */
export function notFound(what: string, id: string): ApiError {
  return new ApiError(404, 'not_found', `${what} '${id.slice(0, 80)}' was not found`);
}

/** A 400 that names one field. */
export function invalidField(field: string, message: string): ApiError {
  return new ApiError(400, 'bad_request', 'Invalid request.', [{ field, message }]);
}

/** A 409. */
export function conflict(code: string, detail: string): ApiError {
  return new ApiError(409, code, detail);
}

/** A 400 with a code of its own. */
export function badRequest(code: string, detail: string): ApiError {
  return new ApiError(400, code, detail);
}
