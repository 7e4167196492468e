import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { acceptLogKey } from '../../contract/log-key.ts';
import { buildApp, buildAppState } from '../testing/builders.ts';
import { answer } from '../testing/fake-host.ts';
import { renderApp } from '../testing/render-app.tsx';

const changed = {
  service: 'https://quorate.example',
  pinned: 'quorate.example/log+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k',
  served: 'quorate.example/log+1a2b3c4d+AQQyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k',
};
const state = buildAppState({ app: buildApp({ log_key_changed: changed }) });

test('a changed key of the log is shown on every screen, and accepted only after both keys were shown', async () => {
  const host = await renderApp('/settings', {
    state,
    answers: [answer(acceptLogKey, { done: true })],
  });
  expect(screen.getByText('The service’s public log has another key')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Compare keys' }));
  const dialog = screen.getByRole('dialog', { name: 'Trust the new key?' });
  expect(within(dialog).getByText(changed.pinned)).toBeTruthy();
  expect(within(dialog).getByText(changed.served)).toBeTruthy();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Keep the old key' }));
  expect(host.bodiesOf(acceptLogKey)).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Compare keys' }));
  await userEvent.click(screen.getByRole('button', { name: 'Trust the new key' }));
  await waitFor(() => expect(host.bodiesOf(acceptLogKey)).toEqual([{ served: changed.served }]));
  act(() => host.tell(buildAppState()));
  await waitFor(() => expect(screen.queryByText(/has another key/)).toBeNull());
});
