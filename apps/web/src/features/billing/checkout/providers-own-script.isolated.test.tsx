import { act, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { openCheckout, orderOf, START } from './testing/stage.ts';

// @spec 7.34
test('without a script of ours the loader loads the provider’s own, and says what went wrong', async () => {
  await openCheckout({
    [START]: () => {
      vi.stubGlobal('PaddleBillingV1', undefined);
      return orderOf({ script: null });
    },
  });
  const scripts = document.head.querySelectorAll<HTMLScriptElement>('script[src]');
  expect([...scripts].map(({ src }) => src)).toEqual([
    'https://cdn.paddle.com/paddle/v2/paddle.js',
  ]);
  await act(async () => void scripts[0]?.dispatchEvent(new Event('error')));
  expect(screen.getByText(/^Checkout failed: Failed to load Paddle\.js/)).toBeTruthy();
});
