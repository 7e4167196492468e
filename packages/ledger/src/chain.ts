import { GENESIS } from './format.ts';
import { checkRecordLine } from './record-line.ts';

/** A place of the chain that is known from elsewhere. */
export type KnownHead = Readonly<{
  records: number;
  hash: string;
  /** Who says so, in words: 'the statement of 2026-03-02T10:00:00.000Z in line 2'. */
  from: string;
}>;

export type Chain = Readonly<{
  /** Of the last record; `GENESIS` before the first. */
  hash(): string;
  /** How many records were found sound. */
  records(): number;
  /** Has the chain checked against a head that lies ahead. */
  expect(head: KnownHead): void;
  /** Takes the next record. @returns what is wrong, or null */
  take(line: Buffer): string | null;
  /** A head that was to be met and was not. */
  missed(): KnownHead | undefined;
}>;

/** Walks from record to record; keeps none of them. */
export function createChain(): Chain {
  let records = 0;
  let hash = GENESIS;
  /** The next one last. */
  const ahead: KnownHead[] = [];
  return {
    hash: () => hash,
    records: () => records,
    expect(head) {
      ahead.push(head);
      ahead.sort((a, b) => b.records - a.records);
    },
    take(line) {
      const checked = checkRecordLine(line, records + 1, hash);
      if ('fault' in checked) return checked.fault;
      records += 1;
      hash = checked.hash;
      while (ahead.at(-1)?.records === records) {
        const head = ahead.pop();
        if (head && head.hash !== hash)
          return `this is not record ${records} as ${head.from} has it: the ledger was rewritten`;
      }
      return null;
    },
    missed: () => ahead.at(-1),
  };
}
