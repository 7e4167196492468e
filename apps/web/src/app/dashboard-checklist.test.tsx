import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { queryClient } from '../lib/query/query-client.ts';
import { signInAs } from '../testing/builders.ts';
import { freshChecklist, overview, unavailable } from '../testing/dashboard.tsx';
import { type Answer, serve } from '../testing/handlers.ts';
import { renderApp } from '../testing/render-app.tsx';

describe('the setup checklist', () => {
  // @spec 2.69, 7.17, 9.30
  test('shows six items, four of them critical, and links to the guide', async () => {
    signInAs();
    serve(overview);
    await renderApp('/dashboard');
    const panel = await screen.findByRole('region', { name: 'Setup checklist' });
    expect(await within(panel).findByText('1 of 6 done')).toBeTruthy();
    expect(within(panel).getAllByRole('checkbox')).toHaveLength(6);
    expect(within(panel).getAllByText('Critical')).toHaveLength(4);
    expect(within(panel).getByRole('link', { name: 'Full Guide' }).getAttribute('href')).toBe(
      '/guide',
    );
  });

  // @spec 4.30, 7.18
  test('saves the item that was toggled and nothing else', async () => {
    signInAs();
    const calls = serve(overview);
    await renderApp('/dashboard');
    await screen.findByText('1 of 6 done');
    await userEvent.click(screen.getByRole('checkbox', { name: /Algo trading enabled/ }));
    expect(await screen.findByText('2 of 6 done')).toBeTruthy();
    await userEvent.click(screen.getByRole('checkbox', { name: /MetaTrader 5 installed/ }));
    expect(await screen.findByText('1 of 6 done')).toBeTruthy();
    const saved = calls.filter(({ method }) => method === 'POST').map(({ body }) => body);
    expect(saved).toEqual([
      { checklist: { 'algo-trading': true } },
      { checklist: { 'mt5-installed': false } },
    ]);
  });

  // @spec 4.31
  test('says Setup Complete! when the last item is done', async () => {
    signInAs();
    const done = Object.fromEntries(Object.keys(freshChecklist).map((id) => [id, true]));
    serve({
      ...overview,
      'GET /api/user/checklist': {
        body: { success: true, checklist: { ...done, 'bot-config': false } },
      },
    });
    await renderApp('/dashboard');
    await screen.findByText('5 of 6 done');
    expect(screen.queryByText('Setup Complete!')).toBeNull();
    await userEvent.click(screen.getByRole('checkbox', { name: /Bot configured/ }));
    expect(await screen.findByText('Setup Complete!')).toBeTruthy();
  });

  // @spec 3.11, 7.33
  test('shows this browser’s own copy when the service does not answer', async () => {
    const user = signInAs();
    localStorage.setItem(
      `setupChecklist:${user.id}`,
      JSON.stringify({ 'mt5-account': true, 'bot-config': true }),
    );
    serve({ ...overview, 'GET /api/user/checklist': unavailable });
    await renderApp('/dashboard');
    expect(await screen.findByText('2 of 6 done')).toBeTruthy();
    expect(screen.getByText(/as this browser remembers it/)).toBeTruthy();
  });

  // @spec 3.11
  test('does not show the copy of another user of this browser', async () => {
    localStorage.setItem('setupChecklist:other', JSON.stringify({ 'mt5-account': true }));
    signInAs();
    serve({ ...overview, 'GET /api/user/checklist': unavailable });
    await renderApp('/dashboard');
    expect(await screen.findByText('0 of 6 done')).toBeTruthy();
  });

  test('reads a broken copy as an empty one', async () => {
    const user = signInAs();
    localStorage.setItem(`setupChecklist:${user.id}`, '{"mt5-account": 7');
    serve({ ...overview, 'GET /api/user/checklist': unavailable });
    await renderApp('/dashboard');
    expect(await screen.findByText('0 of 6 done')).toBeTruthy();
  });

  // @spec 7.32
  test('keeps a change that could not be saved, and saves it when asked', async () => {
    const user = signInAs();
    let answer: Answer = unavailable;
    const calls = serve({ ...overview, 'POST /api/user/checklist': () => answer });
    await renderApp('/dashboard');
    await screen.findByText('1 of 6 done');
    await userEvent.click(screen.getByRole('checkbox', { name: /Bot configured/ }));
    expect(await screen.findByText(/could not be saved to your account/)).toBeTruthy();
    expect(screen.getByText('2 of 6 done')).toBeTruthy();
    expect(JSON.parse(localStorage.getItem(`setupChecklist:${user.id}`) ?? '')).toMatchObject({
      'bot-config': true,
    });
    answer = overview['POST /api/user/checklist'];
    await userEvent.click(screen.getByRole('checkbox', { name: /Algo trading enabled/ }));
    expect(await screen.findByText('3 of 6 done')).toBeTruthy();
    expect(screen.getByText(/could not be saved to your account/)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Save again' }));
    await waitFor(() =>
      expect(screen.queryByText(/could not be saved to your account/)).toBeNull(),
    );
    expect(calls.at(-1)?.body).toEqual({ checklist: { 'bot-config': true } });
  });

  test('a list that is read again while a click is being saved does not undo the click', async () => {
    signInAs();
    const posts: (() => void)[] = [];
    const saved: Answer = overview['POST /api/user/checklist'];
    const calls = serve({
      ...overview,
      'POST /api/user/checklist': () =>
        new Promise((resolve) => void posts.push(() => resolve(saved))),
    });
    await renderApp('/dashboard');
    await screen.findByText('1 of 6 done');
    await userEvent.click(screen.getByRole('checkbox', { name: /Bot configured/ }));
    await screen.findByText('2 of 6 done');
    await waitFor(() => expect(posts).toHaveLength(1));
    // A device has found something, so that the list is read: the click is not in it yet.
    const reads = () =>
      calls.filter(({ method, path }) => method === 'GET' && /checklist/.test(path));
    const before = reads().length;
    await act(() => queryClient.invalidateQueries({ queryKey: ['checklist'] }));
    expect(reads().length).toBe(before + 1);
    expect(screen.getByText('2 of 6 done')).toBeTruthy();
    await act(async () => posts[0]?.());
    expect(screen.getByText('2 of 6 done')).toBeTruthy();
  });

  test('a list that was on its way when one clicked does not undo the click', async () => {
    signInAs();
    let arrive: () => void = () => undefined;
    const list: Answer = overview['GET /api/user/checklist'];
    let slow = false;
    serve({
      ...overview,
      'GET /api/user/checklist': () =>
        slow ? new Promise((resolve) => (arrive = () => resolve(list))) : list,
    });
    await renderApp('/dashboard');
    await screen.findByText('1 of 6 done');
    slow = true;
    void queryClient.invalidateQueries({ queryKey: ['checklist'] });
    await userEvent.click(screen.getByRole('checkbox', { name: /Bot configured/ }));
    await screen.findByText('2 of 6 done');
    await act(async () => arrive());
    expect(screen.getByText('2 of 6 done')).toBeTruthy();
  });
});
