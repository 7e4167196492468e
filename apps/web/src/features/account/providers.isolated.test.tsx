import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { goToProvider } from '../../lib/provider-sign-in.ts';
import { getSession } from '../../lib/session/session.ts';
import { buildUser, signInAs } from '../../testing/builders.ts';
import { refusal, serve, silence } from '../../testing/handlers.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { buildAccount, confirmationNeeded, securityPage } from '../../testing/security.ts';

// The element stands in the page before any of the site's modules reads it.
await vi.hoisted(async () => {
  const { DEFAULT_BRAND } = await import('@quorate/contract/brand');
  const { SITE_SETTINGS_ID, siteSettings } = await import('@quorate/contract/site-settings');
  const element = document.createElement('script');
  element.type = 'application/json';
  element.id = SITE_SETTINGS_ID;
  element.textContent = JSON.stringify(
    siteSettings({
      brand: DEFAULT_BRAND,
      publicUrl: 'http://localhost',
      figures: 'beta',
      providers: ['github'],
    }),
  );
  document.head.append(element);
});

const amina = buildUser();
const welcome = { body: { success: true, access_token: 'abc', user: amina, message: 'Welcome' } };
const START = 'POST /login/providers/github/start';
const FINISH = 'POST /login/providers/finish';
const dashboard = {
  'GET /api/user/dashboard': silence,
  'GET /api/user/checklist': silence,
  'GET /api/user/success-rate': silence,
  'GET /api/user/trading-statistics': silence,
};

function startAnswer(url: string) {
  return { body: { success: true, url, state: 'st-1' } };
}

/** What the tab remembers after it was sent to GitHub. */
function begun(confirming: string | null = null) {
  sessionStorage.setItem(
    'providerSignIn',
    JSON.stringify({ provider: 'github', state: 'st-1', confirming }),
  );
}

describe('starting at a provider', () => {
  test('the one that is set up can be pressed, the other does nothing and says so', async () => {
    await renderApp('/login');
    expect(screen.getByRole('button', { name: 'GitHub' })).toHaveProperty('disabled', false);
    expect(screen.getByRole('button', { name: 'Google' })).toHaveProperty('disabled', true);
    expect(screen.getByText('Signing in with Google is not available yet.')).toBeTruthy();
  });

  test('the browser goes where the service says, and the tab remembers the state', async () => {
    const calls = serve({ [START]: startAnswer('https://github.com/login/oauth/authorize?x=1') });
    const went: string[] = [];
    await goToProvider('github', null, (address) => went.push(address));
    expect(went).toEqual(['https://github.com/login/oauth/authorize?x=1']);
    expect(calls[0]?.token).toBeNull();
    expect(JSON.parse(sessionStorage.getItem('providerSignIn') ?? '')).toEqual({
      provider: 'github',
      state: 'st-1',
      confirming: null,
    });
  });

  test.each([
    'javascript:alert(1)',
    'javascript://localhost/%0aalert(1)',
    'http://github.com/login',
    'data:text/html,x',
  ])('it never goes to %s', async (url) => {
    serve({ [START]: startAnswer(url) });
    const go = vi.fn();
    await expect(goToProvider('github', null, go)).rejects.toThrow();
    expect(go).not.toHaveBeenCalled();
    expect(sessionStorage.getItem('providerSignIn')).toBeNull();
  });

  test('a failure is shown on the sign-in page', async () => {
    serve({ [START]: refusal(429, 'rate_limited', 'Try again in 60 s.') });
    await renderApp('/login');
    await userEvent.click(screen.getByRole('button', { name: 'GitHub' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Try again in 60 s.');
  });
});

describe('coming back', () => {
  test('signs in with what the provider sent, once, and leads to the dashboard', async () => {
    begun();
    const calls = serve({ ...dashboard, [FINISH]: welcome });
    const router = await renderApp('/login/callback?state=st-1&code=c0de');
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'));
    expect(calls[0]).toMatchObject({ body: { state: 'st-1', code: 'c0de' }, token: null });
    expect(calls.filter(({ path }) => path === '/login/providers/finish')).toHaveLength(1);
    expect(localStorage.getItem('authToken')).toBe('abc');
    expect(sessionStorage.getItem('providerSignIn')).toBeNull();
  });

  test('says that it works on it', async () => {
    begun();
    serve({ [FINISH]: silence });
    await renderApp('/login/callback?state=st-1&code=c0de');
    expect(screen.getByText('Signing you in')).toBeTruthy();
  });

  test.each([
    ['nothing was started here', false, 'state=st-1&code=c0de'],
    ['the state is another one', true, 'state=st-2&code=c0de'],
    ['there is no state', true, 'code=c0de'],
  ])('sends nothing when %s', async (_, started, query) => {
    if (started) begun();
    const calls = serve({});
    await renderApp(`/login/callback?${query}`);
    expect((await screen.findByRole('alert')).textContent).toContain(
      'This sign-in was not started in this tab',
    );
    expect(calls).toEqual([]);
    expect(screen.getByRole('link', { name: 'Back to Sign In' }).getAttribute('href')).toBe(
      '/login',
    );
  });

  test('without a code the provider did not confirm it', async () => {
    begun();
    serve({});
    await renderApp('/login/callback?state=st-1&error=access_denied');
    expect((await screen.findByRole('alert')).textContent).toContain(
      'GitHub did not confirm the sign-in.',
    );
  });

  test('a refusal is told in the service’s words', async () => {
    begun();
    serve({
      [FINISH]: refusal(
        403,
        'provider_email_unverified',
        'GitHub has no verified e-mail address of yours.',
      ),
    });
    await renderApp('/login/callback?state=st-1&code=c0de');
    expect((await screen.findByRole('alert')).textContent).toContain('no verified e-mail address');
    expect(getSession().token).toBeNull();
  });

  test('asks for the code where an authenticator app is on', async () => {
    begun();
    const calls = serve({
      ...dashboard,
      [FINISH]: refusal(403, 'second_factor_needed', 'Enter the code.', { challenge: 'ch-3' }),
      'POST /login/code': welcome,
    });
    const router = await renderApp('/login/callback?state=st-1&code=c0de');
    await userEvent.type(await screen.findByLabelText('Code'), '123456{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'));
    expect(calls[1]?.body).toEqual({ challenge: 'ch-3', code: '123456' });
  });
});

describe('confirming at a provider', () => {
  const github = {
    provider: 'github',
    email: 'amina@hub.example',
    linked_at: '2026-10-01T00:00:00.000Z',
  } as const;

  test('is offered to an account that has no password', async () => {
    signInAs();
    serve({
      ...securityPage(buildAccount({ has_password: false, providers: [github] })),
      'POST /api/user/totp/start': confirmationNeeded,
    });
    await renderApp('/dashboard/security');
    await userEvent.click(await screen.findByRole('button', { name: 'Turn on' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Confirm that it is you' }));
    expect(dialog.getByRole('button', { name: 'Sign in with GitHub once more' })).toBeTruthy();
  });

  test('leads back to the security page with the fresh session, and ends the old one', async () => {
    const user = signInAs();
    begun(user.id);
    const calls = serve({
      ...securityPage(),
      [FINISH]: { body: { success: true, access_token: 'fresh', user, message: 'ok' } },
      'POST /api/logout': { body: { success: true, message: 'ok' } },
    });
    const router = await renderApp('/login/callback?state=st-1&code=c0de');
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard/security'));
    expect(getSession().token).toBe('fresh');
    expect(calls.find(({ path }) => path === '/api/logout')?.token).toBe('token');
  });

  test('with another account changes nothing here, and ends what it opened', async () => {
    const user = signInAs();
    begun(user.id);
    const calls = serve({
      [FINISH]: welcome,
      'POST /api/logout': { body: { success: true, message: 'ok' } },
    });
    await renderApp('/login/callback?state=st-1&code=c0de');
    expect((await screen.findByRole('alert')).textContent).toContain(
      'GitHub signs in another account than this one.',
    );
    expect(getSession().token).toBe('token');
    expect(calls.find(({ path }) => path === '/api/logout')?.token).toBe('abc');
    expect(screen.getByRole('link', { name: 'Back to Security' })).toBeTruthy();
  });
});

test('a provider that is set up and not linked says how it links itself', async () => {
  signInAs();
  serve(securityPage());
  await renderApp('/dashboard/security');
  expect(
    await screen.findByText('Links itself when you sign in with GitHub under amina@example.com.'),
  ).toBeTruthy();
});
