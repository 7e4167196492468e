import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { fakePaddle } from './testing/fake-paddle.ts';
import { openCheckout, orderOf, START } from './testing/stage.ts';

const scripts = () => document.head.querySelectorAll<HTMLScriptElement>('script[src]');
const arrive = (event: 'load' | 'error') =>
  act(async () => void scripts()[0]?.dispatchEvent(new Event(event)));

/** The page before any script of the provider is in it. */
async function openWithout(script: string | null) {
  const start = vi.fn(() => {
    vi.stubGlobal('PaddleBillingV1', undefined);
    return orderOf({ script });
  });
  return openCheckout({ [START]: start });
}

// The loader keeps its first script for good, so the order of these tests matters to it: failures first.

test('a script of ours that does not load is told, and a fresh document is the second try', async () => {
  const { reload } = await openWithout('http://localhost:8900/paddle.js');
  await arrive('error');
  expect(
    screen.getByText('Checkout failed: the script of the payment provider could not be loaded.'),
  ).toBeTruthy();
  expect(scripts()).toHaveLength(0);
  expect(screen.queryByText('not known yet')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(reload).toHaveBeenCalledOnce();
});

test('a script of ours is loaded first, and the loader takes what it brings', async () => {
  const { paddle } = await openWithout('http://localhost:8900/paddle.js');
  expect([...scripts()].map(({ src }) => src)).toEqual(['http://localhost:8900/paddle.js']);
  expect(screen.getByText('Loading the payment form')).toBeTruthy();
  vi.stubGlobal('PaddleBillingV1', fakePaddle);
  await arrive('load');
  expect(paddle.Checkout.open).toHaveBeenCalledOnce();
  expect(screen.queryByText('Loading the payment form')).toBeNull();
  for (const script of scripts()) script.remove();
});

test('settings that the script does not take are an error', async () => {
  const { paddle } = await openCheckout({
    [START]: () => {
      fakePaddle.Initialize.mockImplementation(() => {
        throw new Error('wrong token');
      });
      vi.spyOn(console, 'warn').mockImplementation(() => undefined);
      return orderOf();
    },
  });
  expect(
    screen.getByText('Checkout failed: the payment provider did not take our settings.'),
  ).toBeTruthy();
  expect(paddle.Checkout.open).not.toHaveBeenCalled();
});
