/**
 * A call that failed. `code` is one of the contract's catalogue, or `network`, `timeout` or `bad_reply`
 * where the service gave none. `sentence` is what the service said for a person to read, and null when
 * there is no such sentence; screens then show their own.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: string;
  readonly status: number | null;
  readonly sentence: string | null;
  readonly fields: Readonly<Record<string, string>>;
  /** Figures and names behind the sentence, such as the challenge of a sign-in's second step. */
  readonly details: Readonly<Record<string, string | number>>;

  constructor(
    failure: {
      code: string;
      status?: number;
      sentence?: string | null;
      fields?: Record<string, string>;
      details?: Record<string, string | number>;
    },
    options?: ErrorOptions,
  ) {
    super(failure.sentence ?? `the call failed: ${failure.code}`, options);
    this.code = failure.code;
    this.status = failure.status ?? null;
    this.sentence = failure.sentence ?? null;
    this.fields = failure.fields ?? {};
    this.details = failure.details ?? {};
  }

  /** Whether the service answered at all. */
  get answered(): boolean {
    return this.status !== null;
  }
}
