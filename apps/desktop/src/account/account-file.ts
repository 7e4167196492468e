import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeWhole } from '@quorate/bot/files';
import { storageFault } from '@quorate/bot/journal/storage-fault';
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

export type AccountFile = Readonly<{
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
      let text: string;
      try {
        text = readFileSync(file, 'utf8');
      } catch (error) {
        const absent = error instanceof Error && 'code' in error && error.code === 'ENOENT';
        if (!absent) notify(`${file} cannot be read; sign in again.`);
        return null;
      }
      const record = accountRecord.safeParse(jsonOrNull(text));
      if (!record.success) {
        notify(`${file} is damaged and counts as absent; sign in again.`);
        return null;
      }
      const { format: _, ...read } = record.data;
      return read;
    },
    write(record) {
      try {
        mkdirSync(dataDir, { recursive: true });
        writeWhole(file, `${JSON.stringify({ format: FORMAT, ...record }, null, 2)}\n`, 0o600);
      } catch (error) {
        throw storageFault(dataDir, error);
      }
    },
  };
}

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
