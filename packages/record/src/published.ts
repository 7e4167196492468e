import {
  compareMeasures,
  MEASURES_VERSION,
  type PublishedRecord,
  publishedRecord,
} from './measures.ts';
import { parse } from './record-file.ts';
import type { Finding, RuleCode } from './rules.ts';
import { notesHash } from './salted-body.ts';
import { createStanding, type StandingEntry } from './standing.ts';

export type Published = Readonly<{
  /** @param hash of the measures that the file was signed with; null where it has none */
  begin(hash: string | null): void;
  take(entry: StandingEntry): Finding | null;
  /** Takes the measures themselves, behind the last entry. */
  end(text: string): Finding | null;
  /** What is wrong where no measures have come. */
  missing(): Finding | null;
  isOver(): boolean;
  said(): PublishedRecord | null;
  unchecked(): Readonly<Partial<Record<RuleCode, number>>>;
}>;

/**
 * Holds the figures that are published of a record to those that its entries give.
 *
 * @param meaning whether the figures are made again; otherwise only their hash is checked
 */
export function createPublished(meaning: boolean): Published {
  const standing = createStanding();
  let signed: string | null = null;
  let said: PublishedRecord | null = null;
  let unchecked: Partial<Record<RuleCode, number>> = {};
  return {
    begin(hash) {
      signed = hash;
    },
    take(entry) {
      if (signed === null || !meaning) return null;
      try {
        standing.take(entry);
        return null;
      } catch {
        return { rule: 'form', values: {} };
      }
    },
    end(text) {
      const published = parse(text) as PublishedRecord | null;
      if (said !== null || published === null || notesHash([text]) !== signed)
        return { rule: 'published', values: {} };
      said = published;
      if (!meaning) return null;
      if (published.v !== MEASURES_VERSION) {
        unchecked = { measures: 1 };
        return null;
      }
      try {
        const { name, at, account, owner, shows, start } = published;
        const again = publishedRecord(standing, { name, at, account, owner, shows }, start);
        const { finding, withheld } = compareMeasures(published, again);
        unchecked = { accounts: 1, ...(withheld > 0 && { percent: withheld }) };
        return finding;
      } catch {
        return { rule: 'form', values: {} };
      }
    },
    missing: () => (signed !== null && said === null ? { rule: 'published', values: {} } : null),
    isOver: () => said !== null,
    said: () => said,
    unchecked: () => unchecked,
  };
}
