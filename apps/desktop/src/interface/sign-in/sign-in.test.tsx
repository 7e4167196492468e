import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { signIn, signInSecondFactor, signInWithCode } from '../../contract/sign-in.ts';
import { buildApp, buildAppState, buildSummary } from '../testing/builders.ts';
import { answer, refuse, silent } from '../testing/fake-host.ts';
import { renderApp } from '../testing/render-app.tsx';

const signedOut = buildAppState({ account: null, configurations: [] });

async function fillIn(identifier = ' amina ', password = 'pass word ') {
  await userEvent.type(screen.getByRole('textbox', { name: 'Username or email' }), identifier);
  await userEvent.type(screen.getByLabelText('Password'), password);
  await userEvent.click(screen.getByRole('button', { name: 'Sign In' }));
}

test('the first screen says in four steps what happens next', async () => {
  await renderApp('/', { state: signedOut });
  const steps = screen.getByRole('list', { name: 'What happens next' });
  expect([...steps.querySelectorAll('b')].map((step) => step.textContent)).toEqual([
    'Sign in',
    'Start paper trading',
    'Add a demo account',
    'Real money',
  ]);
});

test('where no terminal is looked for, none is promised to be found', async () => {
  const app = buildApp({ platform: 'linux' });
  await renderApp('/', { state: buildAppState({ account: null, configurations: [], app }) });
  expect(screen.queryByText(/found automatically/)).toBeNull();
});

test('signing in sends name and password, and the next state leads to the configurations', async () => {
  const host = await renderApp('/', {
    state: signedOut,
    answers: [answer(signIn, { kind: 'signed-in' })],
  });
  await fillIn();
  expect(host.bodiesOf(signIn)).toEqual([{ username_or_email: 'amina', password: 'pass word ' }]);
  expect(screen.getByRole('button', { name: 'Sign In' })).toHaveProperty('disabled', true);
  act(() => host.tell(buildAppState({ configurations: [] })));
  const heading = await screen.findByRole('heading', { name: 'Get started' });
  await waitFor(() => expect(document.activeElement).toBe(heading));
});

test('a wrong password shows the sentence of the app and keeps what was typed', async () => {
  await renderApp('/', {
    state: signedOut,
    answers: [
      refuse(signIn, { code: 'invalid_credentials', message: 'Invalid username or password.' }),
    ],
  });
  await fillIn();
  expect((await screen.findByRole('alert')).textContent).toContain('Invalid username or password.');
  expect(screen.getByLabelText('Password')).toHaveProperty('value', 'pass word ');
  expect(document.activeElement).toBe(screen.getByLabelText('Password'));
});

test('a second press while it signs in sends nothing more', async () => {
  const host = await renderApp('/', { state: signedOut, answers: [silent(signIn)] });
  await fillIn();
  await userEvent.type(screen.getByLabelText('Password'), '{Enter}');
  expect(host.bodiesOf(signIn)).toHaveLength(1);
});

test('a second factor is asked for with the focus in its field, and sent with its challenge', async () => {
  const host = await renderApp('/', {
    state: signedOut,
    answers: [
      answer(signIn, { kind: 'second-factor', challenge: 'c-1' }),
      refuse(signInSecondFactor, { code: 'wrong_code', message: 'This code is not right.' }, 400),
    ],
  });
  await fillIn();
  const field = await screen.findByRole('textbox', { name: 'Code' });
  expect(document.activeElement).toBe(field);
  await userEvent.type(field, ' 123456 {Enter}');
  expect((await screen.findByRole('alert')).textContent).toContain('This code is not right.');
  expect(host.bodiesOf(signInSecondFactor)).toEqual([{ challenge: 'c-1', code: '123456' }]);
  await userEvent.click(screen.getByRole('button', { name: 'Start again' }));
  expect(screen.getByLabelText('Password')).toHaveProperty('value', '');
});

test('a code from the dashboard signs in without a password', async () => {
  const host = await renderApp('/', {
    state: signedOut,
    answers: [answer(signInWithCode, { kind: 'signed-in' })],
  });
  await userEvent.click(screen.getByRole('button', { name: 'I have a code from the dashboard' }));
  await userEvent.type(
    screen.getByRole('textbox', { name: 'Code from the dashboard' }),
    'ABCD-1234{Enter}',
  );
  await waitFor(() => expect(host.bodiesOf(signInWithCode)).toEqual([{ code: 'ABCD-1234' }]));
});

test('an installed app asks for no address of the service; one from a checkout sends it', async () => {
  const free = {
    ...signedOut,
    app: buildApp({ service_fixed: false, service: 'http://localhost:3000' }),
  };
  const host = await renderApp('/', {
    state: free,
    answers: [answer(signIn, { kind: 'signed-in' })],
  });
  await userEvent.click(screen.getByText('Service: http://localhost:3000'));
  const field = screen.getByRole('textbox', { name: 'Service address' });
  await userEvent.clear(field);
  await userEvent.type(field, 'http://127.0.0.1:8080');
  await fillIn('amina', 'secret');
  expect(host.bodiesOf(signIn)).toEqual([
    { service: 'http://127.0.0.1:8080', username_or_email: 'amina', password: 'secret' },
  ]);
  act(() => host.tell(signedOut));
  await waitFor(() => expect(screen.queryByText(/^Service/)).toBeNull());
});

test('links to the website open in the browser and tell it nothing', async () => {
  await renderApp('/', { state: signedOut });
  for (const [name, path] of [
    [/Sign up/, '/signup'],
    [/Forgot password/, '/forgot-password'],
  ] as const) {
    const link = screen.getByRole('link', { name });
    expect(link.getAttribute('href')).toBe(`https://quorate.example${path}`);
    expect(link.getAttribute('target')).toBe('_blank');
    expect(link.getAttribute('rel')).toBe('noreferrer');
  }
});

test('whoever was signed out is told why, and can still see and stop what runs', async () => {
  await renderApp('/', {
    state: buildAppState({
      account: null,
      signed_out_because: 'The password was changed on 22 Nov 2026.',
      configurations: [buildSummary()],
    }),
  });
  expect(screen.getByText('The password was changed on 22 Nov 2026.')).toBeTruthy();
  await userEvent.click(
    screen.getByRole('button', { name: 'See your configurations without signing in' }),
  );
  expect(screen.getByRole('heading', { name: 'London' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Sign In' }));
  expect(await screen.findByRole('heading', { name: 'Sign in to Quorate' })).toBeTruthy();
});
