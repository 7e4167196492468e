import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { storageFault } from '@quorate/bot/journal/storage-fault';
import { writeWhole } from '@quorate/bot/write-whole';
import { isoTime } from '@quorate/contract/fields';
import { z } from 'zod';

const FORMAT = 1;

const realSwitch = z.object({
  configuration: z.string().min(1),
  account_number: z.string().min(1),
  broker_server: z.string().min(1),
  /** Who switched: whoever else signs in has accepted nothing. */
  user_id: z.uuid(),
  at: isoTime,
  setup_checked_at: isoTime.nullable(),
  /** Closed trades on demo accounts; null while the service was away. */
  demo_trades: z.int().min(0).nullable(),
  /** Whether few or unknown demo trades were accepted. */
  acknowledged: z.boolean(),
});
const switchFileShape = z.object({ format: z.literal(FORMAT), switches: z.array(realSwitch) });

/** One deliberate step from a demo account to a real one. */
export type RealSwitch = z.output<typeof realSwitch>;

export type SwitchFile = Readonly<{
  /** Damaged counts as empty, so that everything is locked. */
  read(): readonly RealSwitch[];
  /** @throws BotFault `data_folder` */
  write(switches: readonly RealSwitch[]): void;
}>;

/** The file real-money.json in the data folder. */
export function switchFile(dataDir: string, notify: (line: string) => void): SwitchFile {
  const file = join(dataDir, 'real-money.json');
  let told: string | null = null;
  return {
    read() {
      const text = textOf(file);
      if (text === null) return [];
      const parsed = switchFileShape.safeParse(jsonOrNull(text));
      if (parsed.success) return parsed.data.switches;
      if (told !== text) {
        notify(`${file} is damaged: every real account is locked until it is switched to anew.`);
      }
      told = text;
      return [];
    },
    write(switches) {
      try {
        mkdirSync(dataDir, { recursive: true });
        writeWhole(file, `${JSON.stringify({ format: FORMAT, switches }, null, 2)}\n`, 0o600);
      } catch (error) {
        throw storageFault(dataDir, error);
      }
    },
  };
}

function textOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
