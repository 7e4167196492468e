import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { it } from 'node:test';
import { fromRoot } from './root.ts';

const SCREENS = ['apps/web/src', 'apps/desktop/src/interface', 'packages/ui/src'];
const SIZES = ['display', 'title', 'heading', 'body', 'small', 'tiny'];
const OTHER_SIZES =
  /(?<!print:(?:\[[^\]]*\]:)?)\btext-(?:\[(?:[\d.]+(?:rem|px|em)|(?:clamp|max|min|calc)\([^\]]*)\]|xs|sm|base|lg|\d?xl|lead|figure|micro)(?![\w-])|font-?[sS]ize\b/g;
const SMALLEST_PX = 12;

it('screens keep to six sizes of type', () => {
  const found = SCREENS.flatMap((folder) => {
    const files = readdirSync(fromRoot(folder), { recursive: true, encoding: 'utf8' }).filter(
      (name) => /(?<!\.test)\.tsx?$/.test(name),
    );
    assert.ok(files.length > 30, folder);
    return files.flatMap((name) =>
      [...readFileSync(fromRoot(`${folder}/${name}`), 'utf8').matchAll(OTHER_SIZES)].map(
        ([size]) => `${folder}/${name}: ${size}`,
      ),
    );
  });
  assert.deepEqual(found, []);
});

it('no size of type is below 12 px, and there are no others', () => {
  const tokens = readFileSync(fromRoot('packages/ui/src/styles/tokens.css'), 'utf8');
  const sizes = [...tokens.matchAll(/--text-([a-z]+): (?:clamp\()?([\d.]+)rem/g)];
  assert.deepEqual(
    sizes.map(([, name]) => name),
    SIZES,
  );
  for (const [size, , rem] of sizes) assert.ok(Number(rem) * 16 >= SMALLEST_PX, size);
});
