import { act, render, screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import type { AppState } from '../../contract/app-state.ts';
import { App } from '../app.tsx';
import { buildAppState } from './builders.ts';
import { type FakeHost, type HostAnswer, startFakeHost } from './fake-host.ts';

type RenderOptions = Readonly<{
  state?: AppState;
  answers?: readonly HostAnswer[];
}>;

/**
 * Renders the whole interface at a path, with its real routes and frame, over a fake app.
 *
 * @returns the fake app, and where the viewer is
 */
export async function renderApp(
  path: string,
  { state = buildAppState(), answers = [] }: RenderOptions = {},
): Promise<FakeHost & Readonly<{ path(): string }>> {
  const host = startFakeHost(state, answers);
  sessionStorage.setItem('launch-secret', 'secret');
  window.history.replaceState(null, '', `/#${path}`);
  await act(async () => {
    render(<App />);
  });
  // The first state arrives over a stream of its own.
  await waitFor(() => expect(screen.queryByText('Opening')).toBeNull());
  return { ...host, path: () => decodeURI(window.location.hash.slice(1)) };
}
