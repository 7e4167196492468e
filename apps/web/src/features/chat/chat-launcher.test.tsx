import { act, render, screen } from '@testing-library/react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { expect, test } from 'vitest';
import { clearSession } from '../../lib/session/session.ts';
import { signInAs } from '../../testing/builders.ts';
import { ChatLauncher } from './chat-launcher.tsx';

async function renderAt(path: string) {
  const router = createMemoryRouter([{ path: '*', Component: ChatLauncher }], {
    initialEntries: [path],
  });
  await act(async () => {
    render(<RouterProvider router={router} />);
  });
}

// @spec 2.15, 10.22
test.each(['/user', '/user/settings', '/admin', '/admin/reviews'])(
  'there is no assistant on %s',
  async (path) => {
    await renderAt(path);
    expect(screen.queryByRole('button')).toBeNull();
  },
);

// @spec 2.15, 10.22
test.each(['/', '/guide', '/dashboard', '/about/user', '/checkout'])(
  'there is one on %s',
  async (path) => {
    await renderAt(path);
    expect(screen.getByRole('button', { name: 'Open the assistant' })).toBeTruthy();
  },
);

test('a session that ends takes the stored conversation along, although it was never opened here', async () => {
  signInAs();
  localStorage.setItem('chat-history', '[{"role":"user","content":"secret","timestamp":1}]');
  await renderAt('/');
  act(clearSession);
  expect(localStorage.getItem('chat-history')).toBeNull();
});
