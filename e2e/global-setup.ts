import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../tools/free-port.ts';
import { startService } from '../tools/service.ts';
import { ensureSite } from '../tools/site.ts';
import { prepareBrowser } from './support/browser.ts';
import { EMPTY_DATABASE } from './support/empty-database.ts';

/** What every journey needs: a browser, the built site, and an empty database to begin with. */
export default async function prepare(): Promise<() => void> {
  await prepareBrowser();
  await ensureSite((line) => process.stdout.write(`${line}\n`));
  const folder = mkdtempSync(join(tmpdir(), 'quorate-e2e-empty-'));
  const dataDir = join(folder, 'data');
  const service = await startService({ port: await freePort(), dataDir });
  await service.stop();
  process.env[EMPTY_DATABASE] = join(folder, 'database');
  cpSync(join(dataDir, 'database'), join(folder, 'database'), { recursive: true });
  rmSync(dataDir, { recursive: true });
  return () => rmSync(folder, { recursive: true, force: true });
}
