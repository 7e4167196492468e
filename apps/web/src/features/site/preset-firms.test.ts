import { PRESETS } from '@quorate/trading/governor/presets';
import { expect, test } from 'vitest';
import { PRESET_FIRMS } from './preset-firms.ts';

test('the home page names every firm that has a preset, and no other', () => {
  expect(PRESET_FIRMS).toEqual([...new Set(PRESETS.map(({ preset }) => preset.firm))]);
});
