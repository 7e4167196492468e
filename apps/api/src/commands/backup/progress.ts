import type { Clock } from '../../process/clock.ts';

/** Takes a line for whoever waits. */
export type Progress = (line: string) => void;

/** @example rowWords(1) // '1 row' */
export function rowWords(rows: number): string {
  return `${rows} row${rows === 1 ? '' : 's'}`;
}

const EVERY_MS = 2_000;

/** Tells of long work every two seconds, and once of each table that had rows. */
export function tellRows(
  { say, clock }: Readonly<{ say: Progress; clock: Clock }>,
  table: string,
): { so(rows: number): void; done(rows: number): void } {
  let next = clock.now() + EVERY_MS;
  return {
    so(rows) {
      if (clock.now() < next) return;
      next = clock.now() + EVERY_MS;
      say(`${table}: ${rowWords(rows)} so far`);
    },
    done(rows) {
      if (rows > 0) say(`${table}: ${rowWords(rows)}`);
    },
  };
}
