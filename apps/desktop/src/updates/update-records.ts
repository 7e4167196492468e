import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { readJsonFile } from '@quorate/bot/json-file';
import { isoTime } from '@quorate/contract/fields';
import { releaseVersion } from '@quorate/contract/release-version';
import { z } from 'zod';
import { writeDurably } from './current-ini.ts';

const sha512 = z.string().length(128);

const updateRecords = z.object({
  format: z.literal(1),
  /** The newest manifest that was ever believed: an older one is not believed again. */
  newest_seen: z.object({ version: releaseVersion, released_at: isoTime }).nullable(),
  /** Builds that did not come up here; newest last. */
  bad: z.array(z.object({ version: releaseVersion, sha512, reason: z.string() })),
  /** A switch that ended before anybody knows why: the computer went down, or the version broke everything. */
  interrupted: z.object({ sha512, times: z.int().min(1) }).nullable(),
  rolled_back: z.object({ version: releaseVersion, message: z.string() }).nullable(),
  checked_at: isoTime.nullable(),
});
export type UpdateRecords = z.output<typeof updateRecords>;

const NONE: UpdateRecords = {
  format: 1,
  newest_seen: null,
  bad: [],
  interrupted: null,
  rolled_back: null,
  checked_at: null,
};
const BAD_MAX = 20;

/** What the updates of one data folder remember. */
export type RecordBook = Readonly<{
  read(): UpdateRecords;
  /** @throws Error of the file system */
  change(part: Partial<UpdateRecords>): void;
}>;

export function updatesFolder(dataDir: string): string {
  return join(dataDir, 'updates');
}

/** A damaged file counts as none, and a line says so. */
export function updateRecordsIn(dataDir: string, notify: (line: string) => void): RecordBook {
  const folder = updatesFolder(dataDir);
  const file = join(folder, 'records.json');
  let records: UpdateRecords | undefined;
  const read = () => {
    records ??=
      readJsonFile(file, updateRecords, () =>
        notify(`The file ${file} is damaged and is started over.`),
      ) ?? NONE;
    return records;
  };
  return {
    read,
    change(part) {
      const next = { ...read(), ...part };
      const kept = { ...next, bad: next.bad.slice(-BAD_MAX) };
      mkdirSync(folder, { recursive: true });
      writeDurably(file, `${JSON.stringify(kept, null, 2)}\n`);
      records = kept;
    },
  };
}

/** The same records with a build that did not come up here. */
export function withBad(
  { bad }: UpdateRecords,
  build: Readonly<{ version: string; sha512: string; reason: string }>,
): Pick<UpdateRecords, 'bad' | 'rolled_back' | 'interrupted'> {
  const { version, reason } = build;
  return {
    bad: [...bad.filter((each) => each.sha512 !== build.sha512), build],
    rolled_back: { version, message: reason },
    interrupted: null,
  };
}
