import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { ageText, NewVersion } from './dashboard-offline.tsx';

test.each([
  [0, 'less than a minute ago'],
  [59_999, 'less than a minute ago'],
  [60_000, '1 minute ago'],
  [14 * 60_000 + 59_000, '14 minutes ago'],
  [3_600_000, '1 hour ago'],
  [50 * 3_600_000, '2 days ago'],
])('what was read %d ms before is told as %s', (ms, words) => {
  expect(ageText(ms)).toBe(words);
});

test('a new version is loaded when its button is pressed, and not before', async () => {
  const reload = vi.fn();
  render(<NewVersion onReload={reload} />);
  screen.getByText('A new version is ready.');
  expect(reload).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Reload' }));
  expect(reload).toHaveBeenCalledOnce();
});
