import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
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
