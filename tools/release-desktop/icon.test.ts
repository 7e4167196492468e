import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { Data, NtExecutable, NtExecutableResource, Resource } from 'resedit';
import { dressProgram } from './executable.ts';
import { drawIcon } from './icon.ts';
import { MAKENSIS, missingPrograms } from './programs.ts';
import { makeRecorder } from './testing/small-release.ts';

const icon = drawIcon();

test('the icon has every size that Windows shows and is drawn the same each time', () => {
  const { icons } = Data.IconFile.from(icon);
  assert.deepEqual(
    icons.map(({ width }) => width),
    [16, 24, 32, 48, 64, 128, 0],
  );
  assert.ok(drawIcon().equals(icon));
});

test('a program carries its version, its icon and no console', {
  skip: missingPrograms([MAKENSIS]).join() || false,
}, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'dressed-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const program = readFileSync(await makeRecorder(folder));
  const facts = {
    version: '1.20.3',
    brand: 'Küçük & Sons',
    description: 'Küçük',
    fileName: 'quorate-app.exe',
    icon,
  };
  const dressed = dressProgram(program, facts);
  assert.ok(dressProgram(program, facts).equals(dressed));
  const executable = NtExecutable.from(dressed);
  assert.equal(executable.newHeader.optionalHeader.subsystem, 2);
  const { entries } = NtExecutableResource.from(executable);
  const [version, ...more] = Resource.VersionInfo.fromEntries(entries);
  assert.deepEqual(more, []);
  const strings = version?.getStringValues({ lang: 1033, codepage: 1200 });
  assert.equal(strings?.ProductName, 'Küçük & Sons');
  assert.equal(strings?.FileVersion, '1.20.3');
  assert.equal(Resource.IconGroupEntry.fromEntries(entries)[0]?.icons.length, 7);
});
