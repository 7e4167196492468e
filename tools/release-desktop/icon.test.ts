import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Data } from 'resedit';
import { drawIcon } from './icon.ts';

const icon = drawIcon();

test('the icon has every size that Windows shows and is drawn the same each time', () => {
  const { icons } = Data.IconFile.from(icon);
  assert.deepEqual(
    icons.map(({ width }) => width),
    [16, 24, 32, 48, 64, 128, 0],
  );
  assert.ok(drawIcon().equals(icon));
});
