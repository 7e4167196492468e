import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { GUIDE } from '@quorate/content/guide';
import { expect, test } from 'vitest';

const FOLDER = join(import.meta.dirname, '../../../public/pictures/guide');
const BYTES_MAX = 60_000;

const steps = GUIDE.sections
  .filter(({ id }) => id !== 'troubleshooting')
  .flatMap(({ blocks }) => blocks.flatMap((block) => (block.kind === 'steps' ? block.steps : [])));

test('every step of the guide has a picture, in words and in both themes, of 60 kB at most', () => {
  const files = steps.flatMap(({ id }) =>
    ['light', 'dark'].flatMap((theme) => [`${id}-${theme}.avif`, `${id}-${theme}.webp`]),
  );
  expect(readdirSync(FOLDER).toSorted()).toEqual(files.toSorted());
  for (const file of files) {
    const { size } = statSync(join(FOLDER, file));
    expect(size, file).toBeGreaterThan(2_000);
    expect(size, file).toBeLessThanOrEqual(BYTES_MAX);
  }
  for (const { id, picture } of steps) expect(picture, id).toMatch(/^.{20,}\.$/);
});
