import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { licencesOf } from './licences.ts';

it('the licences of what was bundled are named once each, with their texts', (t) => {
  const root = mkdtempSync(join(tmpdir(), 'quorate-licences-'));
  t.after(() => rmSync(root, { recursive: true }));
  const pack = (folder: string, manifest: object, texts: Record<string, string> = {}) => {
    const place = join(root, 'node_modules', folder);
    mkdirSync(join(place, 'lib'), { recursive: true });
    writeFileSync(join(place, 'package.json'), JSON.stringify(manifest));
    for (const [name, text] of Object.entries(texts)) writeFileSync(join(place, name), text);
    return join(place, 'lib/index.js');
  };
  const plain = pack(
    'plain',
    { name: 'plain', version: '1.2.3', license: 'MIT' },
    { LICENSE: 'Do as you like.\n', 'NOTICE.md': 'By somebody.' },
  );
  const scoped = pack('@scope/inner', { name: '@scope/inner', version: '2.0.0', license: 'ISC' });
  const none = pack('none', { name: 'none', version: '3.0.0' });
  const chunk = (...moduleIds: readonly string[]) => ({ type: 'chunk', moduleIds });
  const ours = join(root, 'apps/api/src/server.ts');

  assert.equal(
    licencesOf([chunk(plain, scoped, ours), { type: 'asset' }, chunk(plain)]),
    [
      '@scope/inner 2.0.0 (ISC)',
      '-'.repeat(72),
      'plain 1.2.3 (MIT)',
      'By somebody.',
      'Do as you like.\n',
    ].join('\n\n'),
  );
  assert.throws(() => licencesOf([chunk(none)]), /none 3\.0\.0/);
});
