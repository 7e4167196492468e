import { DEPTH_MAX, TAGS_MAX } from './limits.ts';
import { UnreadableReport } from './unreadable.ts';

/** Counts the tags of one document and how deep they stand in each other. */
export type Structure = Readonly<{ open(): void; close(): void }>;

/** @throws UnreadableReport from `open`, at the first tag beyond a limit */
export function countTags(what: string): Structure {
  let tags = 0;
  let depth = 0;
  return {
    open() {
      tags += 1;
      depth += 1;
      if (depth > DEPTH_MAX)
        throw new UnreadableReport(
          `${what} has tags within tags more than ${DEPTH_MAX} deep, which no report has.`,
        );
      if (tags > TAGS_MAX)
        throw new UnreadableReport(
          `${what} has more than ${TAGS_MAX.toLocaleString('en-US')} tags. Save it for a shorter period, in parts.`,
        );
    },
    close() {
      depth -= 1;
    },
  };
}
