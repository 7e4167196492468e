/** A call that the service refused, or could not do. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** What to go by: `rate_limited`, `token_limit_reached`. */
  readonly code: string;
  readonly status: number;
  /** Figures behind the sentence: limit, actual, until. */
  readonly details: Readonly<Record<string, string | number>>;
  /** What is wrong with each field, on `validation_failed`. */
  readonly fields: Readonly<Record<string, string>>;
  /** The name of the call in the service's log. */
  readonly requestId: string | null;
  /** Seconds until the call may be sent again; null where the service does not say. */
  readonly retryAfterS: number | null;

  constructor(status: number, document: unknown, headers: Headers) {
    const failure = (typeof document === 'object' && document !== null ? document : {}) as {
      code?: string;
      message?: string;
      details?: Record<string, string | number>;
      fields?: Record<string, string>;
      request_id?: string;
    };
    super(failure.message ?? `the service answered ${status}`);
    this.status = status;
    this.code = failure.code ?? 'unreadable_answer';
    this.details = failure.details ?? {};
    this.fields = failure.fields ?? {};
    this.requestId = failure.request_id ?? headers.get('x-request-id');
    const wait = Number(headers.get('retry-after') ?? Number.NaN);
    this.retryAfterS = Number.isFinite(wait) ? wait : null;
  }
}

/** A call that no answer came to, or not all of it: its outcome is unknown, and it may be sent again. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
}
