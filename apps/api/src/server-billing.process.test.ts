import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { createEmulatorControl } from '@quorate/paddle-emulator/control';
import { freePort, startAndFail, startServer } from '../test/helpers/server-process.ts';
import { emulatorCatalogue } from './features/billing/start/catalogue.ts';

const PRO = emulatorCatalogue().ids.Pro?.monthly[0] ?? '';
const WRITTEN_TIMEOUT_MS = 30_000;

function tempFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'quorate-selling-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The tables of the provider's file, once they are as they must be. */
async function tablesOnce(dataDir: string, isRight: (tables: Tables) => boolean): Promise<Tables> {
  const deadline = AbortSignal.timeout(WRITTEN_TIMEOUT_MS);
  for (;;) {
    const text = readFileSync(join(dataDir, 'paddle-emulator/paddle-emulator.json'), 'utf8');
    const { tables }: { tables: Tables } = JSON.parse(text);
    if (isRight(tables)) return tables;
    if (deadline.aborted) throw new Error(`not within ${WRITTEN_TIMEOUT_MS} ms: ${text}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

type Rows = [id: string, row: unknown][];
type Tables = { subscriptions: Rows; events: Rows; notifications: Rows };

describe('a service without keys', () => {
  it('sells for test money, hears of every sale, and knows them after it was killed', async (t) => {
    const DATA_DIR = tempFolder(t);
    const PADDLE_EMULATOR_PORT = await freePort();
    const control = createEmulatorControl(`http://127.0.0.1:${PADDLE_EMULATOR_PORT}`);
    const first = await startServer({ DATA_DIR, PORT: await freePort(), PADDLE_EMULATOR_PORT });
    t.after(first.kill);
    await control.buy({ items: [{ price_id: PRO }] });
    await control.settle();
    const sold = await tablesOnce(
      DATA_DIR,
      ({ subscriptions, notifications }) => subscriptions.length > 0 && notifications.length === 0,
    );
    const [[subscriptionId] = ['']] = sold.subscriptions;
    await first.kill();
    const port = await freePort();
    const second = await startServer({ DATA_DIR, PORT: port, PADDLE_EMULATOR_PORT });
    t.after(second.kill);
    await control.changeCard(subscriptionId, { number: '5555555555554444' });
    // A notification goes once it was delivered, and the service refuses one whose signature is wrong.
    await tablesOnce(
      DATA_DIR,
      ({ events, notifications }) =>
        events.length > sold.events.length && notifications.length === 0,
    );
    assert.equal(await second.stop(), 0);
  });

  it('is refused in production', async (t) => {
    const refused = await startAndFail({
      NODE_ENV: 'production',
      DATA_DIR: tempFolder(t),
      PORT: await freePort(),
      SMTP_URL: 'smtp://127.0.0.1:1',
      PUBLIC_URL: 'https://quorate.example',
    });
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /PADDLE_API_KEY and the other variables of Paddle are needed/);
  });
});

it('a service that sells nothing starts no provider', async (t) => {
  const DATA_DIR = tempFolder(t);
  const env = { DATA_DIR, PORT: await freePort(), PADDLE_ENVIRONMENT: 'off' };
  const server = await startServer(env);
  t.after(server.kill);
  assert.equal(existsSync(join(DATA_DIR, 'paddle-emulator')), false);
  assert.equal(await server.stop(), 0);
});
