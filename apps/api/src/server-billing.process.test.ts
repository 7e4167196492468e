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

/** The provider's file, once it holds something. */
async function fileWith(dataDir: string, pattern: RegExp): Promise<string> {
  const deadline = AbortSignal.timeout(WRITTEN_TIMEOUT_MS);
  for (;;) {
    const text = readFileSync(join(dataDir, 'paddle-emulator/paddle-emulator.json'), 'utf8');
    if (pattern.test(text)) return text;
    if (deadline.aborted) throw new Error(`no ${pattern} within ${WRITTEN_TIMEOUT_MS} ms`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

describe('a service without keys', () => {
  it('sells for test money, hears of every sale, and knows them after it was killed', async (t) => {
    const DATA_DIR = tempFolder(t);
    const PADDLE_EMULATOR_PORT = await freePort();
    const control = createEmulatorControl(`http://127.0.0.1:${PADDLE_EMULATOR_PORT}`);
    const first = await startServer({ DATA_DIR, PORT: await freePort(), PADDLE_EMULATOR_PORT });
    t.after(first.kill);
    await control.buy({ items: [{ price_id: PRO }] });
    const sold = await fileWith(DATA_DIR, /sub_[0-9a-z]{26}/);
    const [subscriptionId = ''] = /sub_[0-9a-z]{26}/.exec(sold) ?? [];
    await control.settle();
    await first.kill();
    const port = await freePort();
    const second = await startServer({ DATA_DIR, PORT: port, PADDLE_EMULATOR_PORT });
    t.after(second.kill);
    await control.changeCard(subscriptionId, { number: '5555555555554444' });
    // The service checks the signature: it takes no webhook of a provider that it does not know.
    await fileWith(DATA_DIR, /"type":"transaction\.\w+","status":"delivered"/);
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
