import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { BackupFoot } from './backup-format.ts';

/** Keys for two purposes are two keys; this names the purpose. */
const PURPOSE = 'quorate backups v1';

/** @param secretKey the service's: every service that shares a database makes the same key */
export function backupKey(secretKey: Uint8Array): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secretKey, '', PURPOSE, 32));
}

/** Over the hash of every line before the foot, and with it over the whole file. 64 hex digits. */
export function macOf(key: Uint8Array, { tables, rows, sequences, sha256 }: BackupFoot): string {
  const values = sequences.map(({ table, column, last }) => [table, column, last]);
  const said = JSON.stringify([tables, rows, values, sha256]);
  return createHmac('sha256', key).update(said).digest('hex');
}

/** Whether a key made the backup: `absent` without a MAC, `false` where key or content are others. */
export function isMadeWith(key: Uint8Array, foot: BackupFoot): boolean | 'absent' {
  if (foot.mac === undefined) return 'absent';
  return timingSafeEqual(Buffer.from(foot.mac, 'hex'), Buffer.from(macOf(key, foot), 'hex'));
}
