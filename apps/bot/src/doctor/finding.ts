/** What one check found. `skip`: it could not be made, because an earlier one failed. */
export type FindingStatus = 'ok' | 'warn' | 'fail' | 'skip';

export type Finding = Readonly<{
  /** Stays the same from version to version, for programs. */
  check: string;
  status: FindingStatus;
  /** What was found, with the actual value. */
  detail: string;
  /** What to do; null where nothing is to be done. */
  advice: string | null;
}>;

export function ok(check: string, detail: string): Finding {
  return { check, status: 'ok', detail, advice: null };
}

export function warn(check: string, detail: string, advice: string | null = null): Finding {
  return { check, status: 'warn', detail, advice };
}

export function fail(check: string, detail: string, advice: string | null = null): Finding {
  return { check, status: 'fail', detail, advice };
}

export function skip(check: string, detail: string): Finding {
  return { check, status: 'skip', detail, advice: null };
}
