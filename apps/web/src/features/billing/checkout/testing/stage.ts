import { act } from '@testing-library/react';
import { vi } from 'vitest';
import { signInAs } from '../../../../testing/builders.ts';
import { type Answer, serve } from '../../../../testing/handlers.ts';
import { renderApp } from '../../../../testing/render-app.tsx';
import { placePaddle } from './fake-paddle.ts';

export const START = 'POST /api/paddle/checkout';
export const UPGRADE = 'POST /api/paddle/upgrade-plan';

export function orderOf(part: object = {}): Answer {
  const checkout = {
    plan_name: 'Pro',
    billing_cycle: 'yearly',
    amount: 800,
    currency: 'USD',
    price_id: 'pri_pro_year',
    checkout_token: 'whose.mark',
    email: 'amina@example.com',
    environment: 'emulator',
    client_token: 'test_token',
    script: 'http://localhost:8900/paddle/v2/paddle.js',
    ...part,
  };
  return { body: { success: true, checkout } };
}

export function upgraded(status: 'active' | 'pending'): Answer {
  return {
    status: status === 'active' ? 200 : 202,
    body: { success: true, status, plan_name: 'Pro', message: 'ok' },
  };
}

/** Puts the browser at an address; where it is sent to is only noted. */
export function standAt(path: string) {
  const { href, origin, pathname, search } = new URL(path, 'http://localhost');
  const sent = { replace: vi.fn<(to: string) => void>(), reload: vi.fn<() => void>() };
  vi.stubGlobal('location', { href, origin, pathname, search, ...sent });
  return sent;
}

/** The checkout of a signed-in user, with the provider's script in the page. */
export async function openCheckout(
  handlers: Parameters<typeof serve>[0] = {},
  path = '/checkout?plan=Pro&billing=yearly',
) {
  const paddle = placePaddle();
  const sent = standAt(path);
  signInAs();
  const calls = serve({ [START]: orderOf(), ...handlers });
  const router = await renderApp(path);
  return { paddle, calls, router, ...sent };
}

/** Lets so much time pass, and everything happen that waited for it. */
export async function pass(ms: number): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(ms));
}
