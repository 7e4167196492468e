import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { BotFault } from '../../bot-fault.ts';
import { t } from '../../words.ts';
import { hex64 } from './records.ts';

/** What the expert must know to find the bot and prove itself. The token is a secret. */
export type BridgeSettings = z.output<typeof bridgeSettings>;

const wholeNumber = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,10}$/)
    .transform(Number)
    .pipe(z.int().min(least).max(most));

const bridgeSettings = z.object({
  token: hex64,
  port: wholeNumber(1, 65_535),
  transport: z.enum(['tcp', 'pipe']),
  magic: wholeNumber(1, 2_147_483_647),
});

/** Where it stands in a terminal's data folder, part by part. */
export const BRIDGE_FILE = ['MQL5', 'Files', 'Quorate', 'bridge.txt'] as const;

/** A new secret that bot and expert share: 32 random bytes in hex. */
export function makeBridgeToken(): string {
  return randomBytes(32).toString('hex');
}

/** @returns the text of bridge.txt */
export function printBridgeFile({ token, port, transport, magic }: BridgeSettings): string {
  return `token=${token}\nport=${port}\ntransport=${transport}\nmagic=${magic}\n`;
}

/**
 * Reads bridge.txt. Lines without `=` and names that nobody knows are ignored.
 *
 * @throws BotFault `terminal` that names the setting, never its value
 */
export function parseBridgeFile(text: string): BridgeSettings {
  const settings = new Map<string, string>();
  for (const line of text.split('\n')) {
    const at = line.indexOf('=');
    if (at > 0) settings.set(line.slice(0, at).trim(), line.slice(at + 1).trim());
  }
  const parsed = bridgeSettings.safeParse(Object.fromEntries(settings));
  if (parsed.success) return parsed.data;
  const names = [...new Set(parsed.error.issues.map(({ path }) => path.join('.')))].join(', ');
  throw new BotFault(
    'terminal',
    t`bridge.txt has no right ${{ names }}: install the expert again.`,
  );
}
