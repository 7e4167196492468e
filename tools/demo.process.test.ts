import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { DEMO_TOKEN, DEMO_USER_ID } from '@quorate/contract/demo-account';
import { listBots } from '@quorate/contract/live';
import { getTradeStatistics } from '@quorate/contract/trades';
import { freePort } from './free-port.ts';
import { fromRoot } from './root.ts';
import { cleanEnvironment } from './service-environment.ts';

async function demo(env: Record<string, string>): Promise<{ code: unknown; stderr: string }> {
  const child = spawn(process.execPath, [fromRoot('tools/demo.ts')], {
    env: { ...cleanEnvironment(), ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [[code], stderr] = await Promise.all([once(child, 'exit'), text(child.stderr)]);
  return { code, stderr };
}

describe('the demo', () => {
  it('fills the dashboard and shows a bot that runs', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'demo-'));
    const port = String(await freePort());
    const child = spawn(process.execPath, [fromRoot('tools/demo.ts')], {
      env: { ...cleanEnvironment(), PORT: port, DATA_DIR: folder },
      stdio: 'ignore',
    });
    const exit = once(child, 'exit');
    try {
      const deadline = performance.now() + 240_000;
      for (;;) {
        assert.ok(performance.now() < deadline, 'no running bot with trades');
        assert.equal(child.exitCode, null, 'the demo ended');
        await sleep(500);
        const seen = await look(`http://localhost:${port}`).catch(() => null);
        if (
          seen?.bots.some((bot) => bot.state === 'active' && bot.ended_at === null) &&
          seen.trades >= 24
        )
          break;
      }
    } finally {
      child.kill('SIGINT');
      const [code] = await exit;
      rmSync(folder, { recursive: true, force: true });
      assert.equal(code, 0);
    }
  });
});

async function look(url: string) {
  const get = async (path: string): Promise<unknown> => {
    const headers = { authorization: `Bearer ${DEMO_TOKEN}` };
    const reply = await fetch(url + path, { headers });
    return reply.json();
  };
  const statistics = await get(getTradeStatistics.path.replace(':user_id', DEMO_USER_ID));
  return {
    bots: listBots.reply.parse(await get(listBots.path)).bots,
    trades: getTradeStatistics.reply.parse(statistics).statistics.total_trades,
  };
}

describe('the demo refuses in a sentence', () => {
  it('a port in use, and says how to choose another', async () => {
    const server = createServer().listen(0, 'localhost');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' ? String(address?.port) : '';
    const { code, stderr } = await demo({ PORT: port });
    server.close();
    assert.equal(code, 1);
    assert.match(stderr, new RegExp(`^Port ${port} cannot be used.*PORT=3001 npm run demo\n$`));
  });

  for (const port of ['abc', '0', '70000', '30.5']) {
    it(`a port that is none: ${port}`, async () => {
      const { code, stderr } = await demo({ PORT: port });
      assert.equal(code, 1);
      assert.equal(stderr, `PORT is '${port}'; it must be a whole number from 1 to 65535\n`);
    });
  }
});
