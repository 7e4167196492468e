import { type Answer, serve } from '../../../../testing/handlers.ts';
import { renderApp } from '../../../../testing/render-app.tsx';
import { placePaddle, saleData } from './fake-paddle.ts';
import { standAt } from './stage.ts';

export const BILL = saleData.transaction_id;
export const LINK = `/checkout?_ptxn=${BILL}`;
export const SETTINGS = 'GET /api/paddle/settings';

export const billFrames = () => document.querySelectorAll('.payment-frame iframe');

export function settingsOf(part: object = {}): Answer {
  const settings = {
    environment: 'emulator',
    client_token: 'test_token',
    script: 'http://localhost:8900/paddle/v2/paddle.js',
    ...part,
  };
  return { body: { success: true, settings } };
}

/** The link, opened by somebody who is not signed in. */
export async function openLink(
  answer: Parameters<typeof serve>[0][string] = settingsOf(),
  path = LINK,
) {
  const paddle = placePaddle();
  const sent = standAt(path);
  const calls = serve({ [SETTINGS]: answer });
  const router = await renderApp(path);
  return { paddle, calls, router, ...sent };
}
