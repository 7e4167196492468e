import type { PlanName } from '@quorate/contract/plans';
import { fromRoot, ROOT } from '../root.ts';
import { run } from '../run.ts';
import { cleanEnvironment } from '../service-environment.ts';
import { DEMO_ACCOUNT } from './account.ts';

/** Where a service stores: DATA_DIR, or DATABASE_URL beside it. */
export type Storage = { dataDir: string; databaseUrl?: string };

export function storageVariables({ dataDir, databaseUrl }: Storage): Record<string, string> {
  return { DATA_DIR: dataDir, ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }) };
}

/**
 * Makes, or renews, the demo's account. To be called while no service runs on the storage.
 *
 * @throws Error with the words of the program that makes it
 */
export async function makeAccount(
  storage: Storage,
  plan: PlanName = DEMO_ACCOUNT.plan,
): Promise<void> {
  const { username, email, password } = DEMO_ACCOUNT;
  const args = ['--username', username, '--email', email, '--password', password, '--plan', plan];
  const { code, output } = await run(
    process.execPath,
    [fromRoot('apps/api/src/commands/seed-demo.ts'), ...args],
    { cwd: ROOT, env: { ...cleanEnvironment(), ...storageVariables(storage) }, output: 'keep' },
  );
  if (code !== 0) throw new Error(output.trim());
}
