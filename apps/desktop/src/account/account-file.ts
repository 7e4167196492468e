import { join } from 'node:path';
import { storageFault } from '@quorate/bot/journal/storage-fault';
import { readJsonFile, writeJsonFile } from '@quorate/bot/json-file';
import { z } from 'zod';

const FORMAT = 1;

const accountRecord = z.object({
  format: z.literal(FORMAT),
  /** Address of the service. */
  service: z.string().min(1).max(500),
  /** Who is or was signed in; null after a deliberate sign-out. */
  user: z
    .object({ id: z.uuid(), username: z.string().min(1), email: z.string().min(1) })
    .nullable(),
  /** Why that user no longer is signed in; null while they are. */
  signed_out_because: z.string().nullable(),
  /** What the plan allowed when the service was asked last. -1: no limit. */
  known_limits: z
    .object({ plan_name: z.string(), terminal_accounts: z.int(), symbols: z.int() })
    .nullable(),
});

/** Who uses the app on this computer, without any secret. */
export type AccountRecord = Omit<z.output<typeof accountRecord>, 'format'>;
/** Limits of the plan. -1: no limit. */
export type KnownLimits = NonNullable<AccountRecord['known_limits']>;

type AccountFile = Readonly<{
  /** Damaged counts as absent. */
  read(): AccountRecord | null;
  /** @throws BotFault `data_folder` */
  write(record: AccountRecord): void;
}>;

/** The file account.json in the data folder. */
export function accountFile(dataDir: string, notify: (line: string) => void): AccountFile {
  const file = join(dataDir, 'account.json');
  return {
    read() {
      const record = readJsonFile(file, accountRecord, () =>
        notify(`${file} is damaged and counts as absent; sign in again.`),
      );
      if (record === null) return null;
      const { format: _, ...read } = record;
      return read;
    },
    write(record) {
      try {
        writeJsonFile(file, { format: FORMAT, ...record }, 0o600);
      } catch (error) {
        throw storageFault(dataDir, error);
      }
    },
  };
}
