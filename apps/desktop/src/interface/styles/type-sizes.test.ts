import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const INTERFACE = join(import.meta.dirname, '..');
const SIZES = ['figure', 'heading', 'body', 'small', 'tiny', 'micro'];
const OTHER_SIZES =
  /\btext-(\[[\d.]+(?:rem|px|em)\]|display|title|lead|xs|sm|base|lg|\d?xl)(?![\w-])/g;

test('every screen keeps to six sizes of type, none below 12 px', () => {
  const screens = readdirSync(INTERFACE, { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.test)\.tsx$/.test(name))
    .map((name) => ({ name, text: readFileSync(join(INTERFACE, name), 'utf8') }));
  expect(screens.length).toBeGreaterThan(30);
  const others = screens.flatMap(({ name, text }) =>
    [...text.matchAll(OTHER_SIZES)].map(([found]) => `${name}: ${found}`),
  );
  expect(others).toEqual([]);
  const tokens = readFileSync(
    new URL(import.meta.resolve('@quorate/ui/styles/tokens.css')),
    'utf8',
  );
  const rem = SIZES.map((size) =>
    Number(new RegExp(`--text-${size}: ([\\d.]+)rem;`).exec(tokens)?.[1]),
  );
  expect(Math.min(...rem) * 16).toBe(12);
});
