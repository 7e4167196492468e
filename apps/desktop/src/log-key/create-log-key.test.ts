import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { pinnedKeyFile } from '@quorate/bot/log-key/log-key';
import type { SavedToken } from '@quorate/bot/service/saved-sign-in';
import { verifierKey, verifierKeyText } from '@quorate/tlog/note';
import { createChanges } from '../changes.ts';
import { partDeps } from '../testing/part-deps.ts';
import { createLogKey } from './create-log-key.ts';

const keyText = (digit: number) =>
  verifierKeyText(verifierKey('quorate.example/log', new Uint8Array(32).fill(digit)));
const [ONE, TWO, THREE] = [keyText(1), keyText(2), keyText(3)];

it('a key is pinned after the sign-in, a change is shown, and only the compared key is accepted', async (t) => {
  let served = ONE;
  const asked: string[] = [];
  const answer: typeof fetch = async (input) => {
    const { host, pathname } = new URL(new Request(input).url);
    asked.push(host);
    return new Response(pathname.endsWith('/changes') ? '[]' : served);
  };
  const deps = partDeps(t, { fetch: answer });
  const { onChange, tell } = createChanges();
  let token: SavedToken | null = null;
  let service = 'https://one.example';
  const account = { token: () => token, service: () => service, onChange };
  const logKey = createLogKey({ ...deps, account });
  t.after(() => logKey.close());
  assert.deepEqual(asked, [], 'nobody is signed in');
  await logKey.accept(TWO);

  const heard = () =>
    new Promise<void>((resolve) => {
      const end = logKey.onChange(() => {
        end();
        resolve();
      });
    });
  token = {} as SavedToken;
  tell();
  // The first look is over once accepting, which looks as well, is.
  await logKey.accept(TWO);
  const pinned = (of: string) => readFileSync(pinnedKeyFile(deps.dataDir, of), 'utf8').trim();
  assert.equal(pinned(service), ONE);
  assert.equal(logKey.changed(), null);

  served = TWO;
  const change = heard();
  await deps.time.pass(3_600_000);
  await change;
  assert.deepEqual(logKey.changed(), { service, pinned: ONE, served: TWO });
  assert.match(deps.lines.join('\n'), /WARNING: https:\/\/one\.example signs/);
  served = THREE;
  await assert.rejects(logKey.accept(TWO), /changed its key once more/);
  assert.equal(pinned(service), ONE);
  await logKey.accept(THREE);
  assert.deepEqual([logKey.changed(), pinned(service)], [null, THREE]);

  // Another service has a key of its own.
  service = 'https://two.example';
  served = TWO;
  tell();
  await logKey.accept('');
  assert.deepEqual([logKey.changed(), pinned(service)], [null, TWO]);
  assert.equal(pinned('https://one.example'), THREE);
});
