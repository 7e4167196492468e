import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { TokenBar } from './usage-panel.tsx';

// @spec 4.29
test.each([
  ['normal', 'green', 'bg-gain'],
  ['high', 'yellow', 'bg-warn'],
  ['critical', 'red', 'bg-loss'],
] as const)('a bar whose level is %s is %s', (level, _, colour) => {
  render(<TokenBar percent={50} level={level} />);
  expect(screen.getByRole('progressbar').firstElementChild?.className).toContain(colour);
});

test.each([
  [-5, 0],
  [33.4, 33],
  [250, 100],
])('%d percent fill it to %d', (percent, filled) => {
  render(<TokenBar percent={percent} level="normal" />);
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe(String(filled));
});
