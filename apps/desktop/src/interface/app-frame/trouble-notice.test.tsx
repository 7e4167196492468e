import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildApp, buildAppState } from '../testing/builders.ts';
import { renderApp } from '../testing/render-app.tsx';

test('what went wrong in the app itself is shown on every screen, and gone with the next state', async () => {
  const sentence = 'Something unforeseen happened, and the app goes on: a part fell over.';
  const app = buildApp({ trouble: sentence });
  const host = await renderApp('/settings', { state: buildAppState({ app }) });
  expect(screen.getByText(sentence)).toBeTruthy();
  act(() => host.tell(buildAppState()));
  await waitFor(() => expect(screen.queryByText(sentence)).toBeNull());
});
