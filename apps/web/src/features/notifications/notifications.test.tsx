import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { setMedia } from '../../testing/browser.ts';
import { signInAs } from '../../testing/builders.ts';
import { refusal, serve, silence } from '../../testing/handlers.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { buildPushBrowser, notificationsAnswer, securityPage } from '../../testing/security.ts';
import { stubPush } from './testing/stub-push.ts';

const NOTIFICATIONS = 'GET /api/user/notifications';
const BROWSERS = 'POST /api/user/notifications/browsers';

beforeEach(() => void signInAs());
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function openSection(handlers: Parameters<typeof serve>[0] = {}) {
  const all = { ...securityPage(), ...handlers };
  const calls = serve(all);
  await renderApp('/dashboard/security#notifications');
  const section = await screen.findByRole('region', { name: 'Notifications' });
  return { all, calls, section };
}

describe('how one is told of a silent bot', () => {
  test('mail is turned off and on again, and the page says so', async () => {
    stubPush();
    const { all, calls, section } = await openSection({
      'PATCH /api/user/notifications': ({ body }) => {
        all[NOTIFICATIONS] = notificationsAnswer([], body as object);
        const allOn = { silent_bot_mail: true, silent_bot_push: true, floor_mail: true };
        const review = { weekly_review_mail: true, time_zone: 'UTC', locale: 'en' };
        const settings = { ...allOn, ...review, floor_push: true, ...(body as object) };
        return { body: { success: true, message: 'ok', settings } };
      },
    });
    await userEvent.click(await within(section).findByRole('button', { name: 'Turn off: mails' }));
    await within(section).findByText('Mails are off.');
    const saved = calls.find(({ method }) => method === 'PATCH');
    expect(saved?.body).toEqual({ silent_bot_mail: false });
    await userEvent.click(await within(section).findByRole('button', { name: 'Turn on: mails' }));
    await within(section).findByText('Mails are on.');
    const limits = await within(section).findByRole('button', {
      name: 'Turn off: mails about limits',
    });
    await userEvent.click(limits);
    await within(section).findByText('Mails about limits are off.');
    expect(calls.findLast(({ method }) => method === 'PATCH')?.body).toEqual({ floor_mail: false });
  });

  test('this browser is added only when its user asks for it, and is marked in the list', async () => {
    const browser = stubPush();
    const { all, calls, section } = await openSection({
      [BROWSERS]: ({ body }) => {
        const added = buildPushBrowser({ endpoint_hash: browser.endpointHash });
        all[NOTIFICATIONS] = notificationsAnswer([added]);
        expect(body).toMatchObject({ endpoint: browser.endpoint, keys: browser.keys });
        return { body: { success: true, message: 'ok', browser: added } };
      },
    });
    const button = await within(section).findByRole('button', {
      name: 'Notify me in this browser',
    });
    expect(browser.asked).toBe(0);
    await userEvent.click(button);
    await within(section).findByText('Notices are sent to this browser.');
    await within(section).findByText('This browser');
    expect(browser.asked).toBe(1);
    expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(1);
    expect(within(section).queryByRole('button', { name: 'Notify me in this browser' })).toBeNull();
  });

  test('a browser that cannot install the worker is told so, and nothing is added', async () => {
    stubPush({ broken: true });
    const { calls, section } = await openSection();
    await userEvent.click(
      await within(section).findByRole('button', { name: 'Notify me in this browser' }),
    );
    await within(section).findByText('Failed to have notices sent to this browser');
    expect(calls.every(({ method }) => method === 'GET')).toBe(true);
  });

  test('a user who does not allow it changes nothing', async () => {
    stubPush({ answer: 'default' });
    const { calls, section } = await openSection();
    await userEvent.click(
      await within(section).findByRole('button', { name: 'Notify me in this browser' }),
    );
    await within(section).findByText(/^Nothing was changed/);
    expect(calls.every(({ method }) => method === 'GET')).toBe(true);
  });

  test('a test is sent, and a failure of it is told with its reason', async () => {
    stubPush();
    const phone = buildPushBrowser({ name: 'Safari on iPhone' });
    const path = `POST /api/user/notifications/browsers/${phone.browser_id}/test`;
    const { all, section } = await openSection({
      [NOTIFICATIONS]: notificationsAnswer([phone]),
      [path]: { body: { success: true, message: 'A test notice is on its way.' } },
    });
    const button = await within(section).findByRole('button', {
      name: 'Send a test to Safari on iPhone',
    });
    await userEvent.click(button);
    await within(section).findByText('A test notice is on its way.');
    Object.assign(all, { [path]: refusal(429, 'rate_limited', 'Too many requests.') });
    await userEvent.click(button);
    await within(section).findByText('Failed to send a test');
    within(section).getByText('Too many requests.');
    expect(within(section).queryByText('A test notice is on its way.')).toBeNull();
  });

  test('a browser is removed; this one is unsubscribed as well', async () => {
    const browser = stubPush({ subscribed: true });
    const here = buildPushBrowser({ endpoint_hash: browser.endpointHash });
    const { all, section } = await openSection({
      [NOTIFICATIONS]: notificationsAnswer([here]),
      [`DELETE /api/user/notifications/browsers/${here.browser_id}`]: () => {
        all[NOTIFICATIONS] = notificationsAnswer([]);
        return { body: { success: true, message: 'ok' } };
      },
    });
    await within(section).findByText('This browser');
    await userEvent.click(within(section).getByRole('button', { name: 'Remove Firefox on Linux' }));
    await within(section).findByText('No more notices are sent to Firefox on Linux.');
    await waitFor(() => expect(within(section).queryByText('This browser')).toBeNull());
    expect(browser.unsubscribed).toBe(1);
  });

  test.each([
    ['denied', 'This browser blocks notices from this site'],
    ['unsupported', 'This browser takes no notices'],
    ['iPhone', 'Put this site on your home screen first'],
  ] as const)('a browser that cannot (%s) says why', async (kind, words) => {
    if (kind === 'denied') stubPush({ permission: 'denied' });
    if (kind === 'iPhone')
      vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(
        'Mozilla/5.0 (iPhone; CPU …) Safari/1',
      );
    const { section } = await openSection();
    await within(section).findByText(words);
    expect(within(section).queryByRole('button', { name: 'Notify me in this browser' })).toBeNull();
  });

  test('an iPad that calls itself a Mac is told to use the home screen; once there, that its system is too old', async () => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (Macintosh; …) Safari/1');
    Object.defineProperty(navigator, 'maxTouchPoints', { configurable: true, value: 5 });
    const { section } = await openSection();
    await within(section).findByText('Put this site on your home screen first');
    cleanup();
    setMedia('(display-mode: standalone)', true);
    const { section: again } = await openSection();
    await within(again).findByText('This device’s system is too old for notices');
    Reflect.deleteProperty(navigator, 'maxTouchPoints');
  });

  test('one that blocks notices is looked at again once it is allowed, without a reload', async () => {
    stubPush({ permission: 'denied' });
    const { section } = await openSection();
    await within(section).findByText('This browser blocks notices from this site');
    stubPush({ permission: 'granted' });
    await userEvent.click(within(section).getByRole('button', { name: 'Check again' }));
    await within(section).findByRole('button', { name: 'Notify me in this browser' });
    expect(within(section).queryByText('This browser blocks notices from this site')).toBeNull();
  });

  test('while it loads it says so', async () => {
    stubPush();
    const { section } = await openSection({ [NOTIFICATIONS]: silence });
    within(section).getByRole('status', { name: 'Loading the notifications' });
  });

  test('what could not be loaded is said, and tried again', async () => {
    stubPush();
    const { all, section } = await openSection({
      [NOTIFICATIONS]: refusal(503, 'service_unavailable', 'Later.'),
    });
    await within(section).findByText('Failed to load your notifications', {}, { timeout: 15_000 });
    all[NOTIFICATIONS] = notificationsAnswer();
    await userEvent.click(within(section).getByRole('button', { name: 'Retry' }));
    await within(section).findByText('By mail');
  }, 20_000);
});

describe('the way to the home screen', () => {
  const section = () => screen.findByRole('region', { name: 'On your phone' });

  test('is a button where the browser offers it, which asks once', async () => {
    await openSection();
    const prompt = vi.fn(async () => undefined);
    const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt });
    act(() => void window.dispatchEvent(offer));
    expect(offer.defaultPrevented).toBe(true);
    await userEvent.click(within(await section()).getByRole('button', { name: 'Install Quorate' }));
    expect(prompt).toHaveBeenCalledOnce();
    expect(screen.queryByRole('button', { name: 'Install Quorate' })).toBeNull();
  });

  test.each([
    ['an iPhone', 'In Safari, tap Share, then Add to Home Screen.'],
    ['the installed app', 'This is the installed app.'],
    ['any other browser', /menu has Install or Add to Home Screen/],
  ])('is a sentence in %s', async (kind, words) => {
    if (kind === 'an iPhone')
      vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone; CPU …)');
    if (kind === 'the installed app') setMedia('(display-mode: standalone)', true);
    await openSection();
    within(await section()).getByText(words);
  });
});
