import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { EXPERT_VERSION } from './expert-version.ts';
import { buildExpert, sourcesOfExpert, withoutCompiler } from './testing/build-expert.ts';

const run = promisify(execFile);
const TEXTS_AND_COMMENTS = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)'|\/\/.*$/gm;

test('the core of the expert passes its own tests, compiled as C++ with sanitizers', {
  skip: withoutCompiler,
}, async () => {
  const { stdout } = await run(await buildExpert('units')).catch((error: unknown) => {
    const output = error instanceof Error && 'stdout' in error ? String(error.stdout) : '';
    const complaint = error instanceof Error && 'stderr' in error ? String(error.stderr) : '';
    assert.fail(`${output}\n${complaint}`);
  });
  assert.equal(stdout.match(/^ok /gm)?.length, 26, stdout);
});

test('the sources of the expert keep to what MQL5 and C++ share, and to what is allowed', async () => {
  const forbidden: Readonly<Record<string, RegExp>> = {
    'a reading of numbers that follows the locale': /\bStringToDouble\b|\bStringToInteger\b/,
    'code from elsewhere': /#import|\.dll\b/i,
    'pointers and what MQL5 has not': /->|\bauto\b|\bnullptr\b|\bstd::|\btemplate\b|\bnew\b\s*\(/,
    'requests that stop the expert': /\bWebRequest\b/,
    'a sleep that stops the expert': /\bSleep\s*\(/,
    // Texts stand as @ by then.
    'two texts side by side, which MQL5 does not join': /@\s*[A-Z_]*\s*@/,
    'an array without its macro': /\b(uchar|string|int|MqlRates)\s+&?\w+\[\]/,
  };
  const sources = Object.entries(await sourcesOfExpert()).filter(([path]) =>
    /\.mq[h5]$/.test(path),
  );
  assert.ok(sources.length > 10);
  for (const [path, text] of sources) {
    assert.match(text, /^[\n\x20-\x7e]*$/, `${path} has more than ASCII`);
    const code = text.replace(TEXTS_AND_COMMENTS, (found) =>
      found.startsWith('"') ? '@' : found.startsWith("'") ? '0' : '',
    );
    for (const [what, pattern] of Object.entries(forbidden)) {
      const found = path === 'portable.mqh' ? null : pattern.exec(code)?.[0];
      assert.ok(!found, `${path} has ${what}: ${found}`);
    }
  }
});

test('the bot expects the version that the expert tells', async () => {
  const sources = await sourcesOfExpert();
  const told = /QUORATE_VERSION "([^"]+)"/.exec(sources['portable.mqh'] ?? '')?.[1];
  assert.equal(told, EXPERT_VERSION);
  // MetaEditor takes versions of two parts.
  const shown = /#property version\s+"(\d+)\.(\d)\d"/.exec(sources['Quorate.mq5'] ?? '');
  assert.equal(`${shown?.[1]}.${shown?.[2]}`, EXPERT_VERSION.split('.').slice(0, 2).join('.'));
});
