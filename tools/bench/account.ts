import { login } from '@quorate/contract/account';
import type { PlanName } from '@quorate/contract/plans';
import { DEMO_ACCOUNT } from '../demo/account.ts';
import { fromRoot } from '../root.ts';
import { run } from '../run.ts';
import { cleanEnvironment } from '../service-environment.ts';

/** Where a service stores: DATA_DIR, or DATABASE_URL beside it. */
export type Storage = { dataDir: string; databaseUrl?: string };

export function storageVariables({ dataDir, databaseUrl }: Storage): Record<string, string> {
  return { DATA_DIR: dataDir, ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }) };
}

/** Makes the demo's account on a plan. To be called while no service runs on the storage. */
export async function makeAccount(storage: Storage, plan: PlanName): Promise<void> {
  const { username, email, password } = DEMO_ACCOUNT;
  const args = ['--username', username, '--email', email, '--password', password, '--plan', plan];
  const { code, output } = await run(
    process.execPath,
    [fromRoot('apps/api/src/seed-demo.ts'), ...args],
    { env: { ...cleanEnvironment(), ...storageVariables(storage) }, output: 'keep' },
  );
  if (code !== 0) throw new Error(output.trim());
}

export type Caller = {
  userId: string;
  get: (path: string) => Promise<unknown>;
  post: (path: string, body: unknown) => Promise<unknown>;
};

/** Signs the account in. @returns calls that throw on any answer but success */
export async function signIn(serviceUrl: string): Promise<Caller> {
  const { username, password } = DEMO_ACCOUNT;
  const anonymous = { 'content-type': 'application/json' };
  const body = { username_or_email: username, password };
  const reply = await call(serviceUrl + login.path, {
    method: 'POST',
    headers: anonymous,
    body: JSON.stringify(body),
  });
  const { access_token, user } = login.reply.parse(reply);
  const headers = { ...anonymous, authorization: `Bearer ${access_token}` };
  return {
    userId: user.id,
    get: (path) => call(serviceUrl + path, { headers }),
    post: (path, content) =>
      call(serviceUrl + path, { method: 'POST', headers, body: JSON.stringify(content) }),
  };
}

async function call(url: string, request: RequestInit): Promise<unknown> {
  const reply = await fetch(url, request);
  if (!reply.ok) throw new Error(`${url} answered ${reply.status}: ${await reply.text()}`);
  return reply.json();
}
