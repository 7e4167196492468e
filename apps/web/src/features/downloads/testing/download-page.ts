import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { vi } from 'vitest';
import { renderApp } from '../../../testing/render-app.tsx';
import { serveInstaller } from './installer-service.ts';

export const CONTENT = new Uint8Array(2_400_000).map((_, index) => (index * 7_919) >> 3);

export const panel = () => screen.findByRole('region', { name: 'Desktop app' });
export const dialog = () => screen.queryByRole('alertdialog');
export const press = (name: string | RegExp) =>
  userEvent.click(screen.getByRole('button', { name }));

/** The dashboard with a release that can be downloaded. */
export async function open(content = CONTENT) {
  const service = await serveInstaller(content);
  const router = await renderApp('/dashboard');
  await screen.findByRole('button', { name: /^Download/ });
  return { service, router };
}

/** Passes time that the page waits for by itself. */
export async function later(ms: number): Promise<void> {
  await act(async () => {
    await vi.advanceTimersByTimeAsync(ms);
  });
}
