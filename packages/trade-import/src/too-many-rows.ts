import { ROWS_MAX } from './limits.ts';
import { UnreadableReport } from './unreadable.ts';

export function tooManyRows(): UnreadableReport {
  return new UnreadableReport(
    `The report has more than ${ROWS_MAX.toLocaleString('en-US')} rows. Save it for a shorter period, in parts.`,
  );
}
