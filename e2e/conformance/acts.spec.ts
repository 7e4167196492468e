import type { Page } from '@playwright/test';
import { newPerson, type Person, signedUp, signIn } from '../support/account.ts';
import { buyPlan } from '../support/buy-plan.ts';
import { readOn } from '../support/home.ts';
import { linkIn, newestMail } from '../support/mailbox.ts';
import { madeUpTrades, sendTrades, tokenOf } from '../support/record.ts';
import { holdCall, serveReviews } from '../support/stubs.ts';
import { expect, test } from './holds.ts';
import { lookAt } from './look-at.ts';

test.use({ viewport: { width: 1_280, height: 900 } });

const press = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true }).click();

/** Answers every call to an address this way, or not at all. */
async function answer(page: Page, address: string, status: number | null, json: unknown = {}) {
  await page.unroute(address);
  await page.route(address, (route) =>
    status === null ? route.abort() : route.fulfill({ status, json }),
  );
}

/** What is stored of a session. */
const stored = (page: Page) =>
  page.evaluate(() => [localStorage.getItem('authToken'), localStorage.getItem('user')]);

test('the frame', async ({ page, service, holds }) => {
  const status = async (path: string) => {
    const reply = await fetch(service.url + path, { redirect: 'manual' });
    return [reply.status, reply.headers.get('location')];
  };
  await holds('2.12', 'served', async () => {
    for (const path of ['/nowhere', '/user/settings', '/dashboard/more'])
      expect(await status(path), path).toEqual([302, '/']);
  });
  await holds('2.13', 'served', async () => {
    for (const path of ['/.env', '/.git/config', '/about/.hidden'])
      expect((await status(path))[0], path).toBe(404);
  });
  for (const [id, path] of [
    ['2.11', '/dashboard'],
    ['2.46', '/checkout?plan=Pro&billing=yearly'],
  ] as const)
    await holds(id, 'ready', async () => {
      await page.goto(path);
      await expect(page).toHaveURL(/\/login$/);
    });
  await holds('6.5', 'ready', async () => {
    await page.goto('/admin');
    await expect(page).toHaveURL(/:\d+\/$/);
  });
  await holds('2.65', 'ready', async () => {
    await page.goto('/support');
    await expect(page.getByRole('dialog', { name: 'Assistant' })).toBeVisible();
    await expect(page).toHaveURL(/:\d+\/$/);
  });
  await holds('2.18', 'ready', async () => {
    for (const path of ['/', '/pricing', '/login', '/terms']) {
      await page.goto(path);
      await expect(page.getByRole('button', { name: 'Open the assistant' })).toBeVisible();
    }
  });
  const bar = page.getByRole('banner');
  await holds('2.22', 'ready', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' });
    await expect(bar).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
    await page.evaluate(() => window.scrollTo(0, 11));
    await expect(bar).toHaveCSS('background-color', 'rgb(246, 244, 238)');
    await page.evaluate(() => window.scrollTo(0, 10));
    await expect(bar).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  });
  await holds('2.23', 'ready', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await expect(bar.getByRole('link', { name: 'Pricing' })).toBeHidden();
    await bar.getByRole('button', { name: 'Open menu' }).click();
    const links = await bar.getByRole('navigation', { name: 'Menu' }).getByRole('link').all();
    const targets = await Promise.all(links.map((link) => link.getAttribute('href')));
    expect(targets).toEqual(['/pricing', '/about', '/guide', '/login', '/signup']);
  });
});

test('home and pricing', async ({ page, holds, allowConsole }) => {
  allowConsole(/ERR_FAILED/);
  await page.goto('/');
  await holds('2.27', 'ready', async () => {
    await page.getByRole('link', { name: 'Watch Demo' }).click();
    await expect(
      page.getByRole('heading', { name: 'What a decision looks like' }),
    ).toBeInViewport();
  });
  await readOn(page);
  await holds('2.33', 'ready', async () => {
    await expect(page.getByRole('region', { name: 'What traders say' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Write a Review' })).toHaveCount(0);
  });
  const shows = async (...prices: string[]) => {
    for (const [at, name] of ['Free', 'Starter', 'Pro', 'Elite'].entries()) {
      const card = page.getByRole('article', { name });
      await expect(card.getByText(prices[at] ?? '', { exact: true })).toBeVisible();
    }
  };
  await page.goto('/pricing', { waitUntil: 'networkidle' });
  await holds('2.37', 'ready', async () => {
    await shows('$0', '$40', '$80', '$380');
    await page.getByRole('radio', { name: 'Yearly' }).check({ force: true });
    await shows('$0', '$33.33', '$66.67', '$316.67');
  });
  await holds('9.7', 'ready', async () => {
    for (const year of ['$400', '$800', '$3,800'])
      await expect(page.getByText(`${year} billed annually: two months free.`)).toBeVisible();
  });
  await holds('2.42', 'ready', async () => {
    const choose = page.getByRole('link', { name: 'Choose Pro' });
    await expect(choose).toHaveAttribute('href', '/checkout?plan=Pro&billing=yearly');
  });
  await holds('8.3', 'ready', async () => {
    await answer(page, '**/api/saas/plans', null);
    await page.goto('/pricing', { waitUntil: 'networkidle' });
    await shows('$0', '$40', '$80', '$380');
  });
});

test('reviews', async ({ page, holds, allowConsole }) => {
  allowConsole(/400|500/);
  const start = new Date('2026-03-02T10:00:00Z');
  const loaded = Promise.withResolvers<void>();
  await page.addInitScript(() => localStorage.setItem('authToken', 'a-token'));
  await serveReviews(page, 7, loaded.promise);
  await page.clock.install({ time: start.getTime() - 60_000 });
  await page.clock.pauseAt(start);
  await page.goto('/');
  await page.clock.runFor(1_100);
  await readOn(page);
  loaded.resolve();
  await holds('2.32', 'ready', async () => {
    const carousel = page.getByRole('region', { name: 'Reviews', exact: true });
    await carousel.scrollIntoViewIfNeeded();
    const shown = (...numbers: number[]) =>
      expect(carousel.getByRole('listitem').getByText(/^Comment number \d+$/)).toHaveText(
        numbers.map((number) => `Comment number ${number}`),
      );
    await shown(1, 2, 3);
    await page.clock.runFor(4_999);
    await shown(1, 2, 3);
    await page.clock.runFor(1);
    await shown(4, 5, 6);
  });
  await page.clock.resume();
  const form = page.getByRole('form', { name: 'Your review' });
  const write = () => press(page, 'Write a Review');
  await write();
  await holds('2.34', 'ready', async () => {
    await expect(form.getByRole('radio')).toHaveCount(5);
    await expect(form.getByRole('radio', { name: '5 stars' })).toBeChecked();
    await expect(form.getByRole('button', { name: 'Cancel' })).toBeVisible();
  });
  const send = () => press(page, 'Submit Review');
  await holds('5.1', 'ready', async () => {
    for (const comment of ['', '123456789', '   123456789   ']) {
      await form.getByLabel('Comment').fill(comment);
      await send();
      await expect(form.getByText('The comment needs at least 10 characters')).toBeVisible();
    }
  });
  const reply = async (status: number, json: object) => {
    await page.unroute('**/api/reviews');
    await page.route('**/api/reviews', (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status, json }) : route.fallback(),
    );
    await form.getByLabel('Comment').fill('1234567890');
    await send();
  };
  await holds('8.2', 'ready', async () => {
    await reply(400, { success: false, error: 'Not today' });
    await expect(form.getByText('Not today', { exact: true })).toBeVisible();
    await reply(500, {});
    await expect(form.getByText('Failed to submit review', { exact: true })).toBeVisible();
  });
  await holds('4.6', 'ready', async () => {
    await form.getByRole('button', { name: 'Cancel' }).click();
    await expect(form).toBeHidden();
    await write();
    await form.getByRole('radio', { name: '2 stars' }).check({ force: true });
    const review = { id: crypto.randomUUID(), rating: 2, comment: 'x', user_name: 'me' };
    const message = 'Review submitted successfully';
    const created_at = start.toISOString();
    await reply(200, { success: true, message, review: { ...review, created_at } });
    await expect(form).toBeHidden();
    await expect(page.getByRole('status').filter({ hasText: message })).toBeVisible();
    await write();
    await expect(form.getByRole('radio', { name: '5 stars' })).toBeChecked();
    await expect(form.getByLabel('Comment')).toHaveValue('');
  });
});

test('the assistant', async ({ page, holds, allowConsole }) => {
  allowConsole(/500/);
  await page.goto('/about');
  const opener = page.getByRole('button', { name: 'Open the assistant' });
  const panel = page.getByRole('dialog', { name: 'Assistant' });
  const box = panel.getByLabel('Your message');
  await holds('2.35', 'ready', async () => {
    const place = await opener.boundingBox();
    expect(place?.x).toBeGreaterThan(1_280 - 120);
    expect(place?.y).toBeGreaterThan(900 - 120);
    await opener.click();
    await expect(panel).toBeVisible();
  });
  const call = await holdCall(page, '**/api/chat');
  await holds('5.2', 'ready', async () => {
    for (const nothing of ['', '   ']) {
      await box.fill(nothing);
      await box.press('Enter');
    }
    expect(call.bodies).toEqual([]);
  });
  await holds('2.36', 'ready', async () => {
    await box.fill('How do I');
    await box.press('Shift+Enter');
    await box.pressSequentially('cancel?');
    await expect(box).toHaveValue('How do I\ncancel?');
    await box.press('Enter');
    await expect.poll(() => call.bodies.length).toBe(1);
  });
  await holds('4.7', 'ready', async () => {
    await expect(panel.getByText('How do I cancel?')).toBeVisible();
    await box.press('Enter');
    expect(call.bodies).toHaveLength(1);
  });
  await holds('8.1', 'ready', async () => {
    call.answer(500, {});
    await expect(panel.getByText('Sorry, I encountered an error. Please try again.')).toBeVisible();
  });
  await holds('7.2', 'ready', async () => {
    expect(call.bodies[0]).toEqual({ message: 'How do I\ncancel?', history: [] });
    await page.unroute('**/api/chat');
    await page.evaluate(() => {
      const messages = Array.from({ length: 14 }, (_, at) => ({
        role: at % 2 ? 'assistant' : 'user',
        content: `Message ${at}`,
        timestamp: at + 1,
      }));
      localStorage.setItem('chat-history', JSON.stringify(messages));
    });
    await page.reload();
    await opener.click();
    const asked = page.waitForRequest('**/api/chat');
    await box.fill('Is there a free plan?');
    await box.press('Enter');
    const { history } = (await asked).postDataJSON() as { history: { content: string }[] };
    expect(history.map(({ content }) => content)).toEqual(
      Array.from({ length: 10 }, (_, at) => `Message ${at + 4}`),
    );
    await expect(panel.getByText(/The Free plan costs nothing and needs no card\./)).toBeVisible();
  });
  await holds('3.7', 'ready', async () => {
    await expect
      .poll(() =>
        page.evaluate(() => {
          const kept = JSON.parse(localStorage.getItem('chat-history') ?? '[]') as object[];
          return Object.keys(kept.at(-1) ?? {}).sort();
        }),
      )
      .toEqual(expect.arrayContaining(['content', 'role', 'timestamp']));
  });
});

test('sign-up and verification', async ({ page, service, holds, allowConsole }) => {
  allowConsole(/400|409|500|ERR_FAILED/);
  const person = newPerson('form');
  const alert = page.getByRole('alert');
  const fill = async (changes: Partial<Person & { again: string }>) => {
    const all = { ...person, again: person.password, ...changes };
    await page.getByLabel('Username').fill(all.username);
    await page.getByLabel('Email').fill(all.email);
    await page.getByLabel('Password', { exact: true }).fill(all.password);
    await page.getByLabel('Confirm password').fill(all.again);
  };
  const terms = page.getByRole('checkbox', { name: /terms of service/i });
  const create = () => press(page, 'Create Account');
  await page.goto('/signup');
  await holds('5.9', 'ready', async () => {
    await expect(page.getByRole('button', { name: 'Create Account' })).toBeDisabled();
    await terms.check();
    await expect(page.getByRole('button', { name: 'Create Account' })).toBeEnabled();
  });
  for (const [id, changes, sentence] of [
    ['5.4', { username: '', password: 'short', again: 'other' }, 'All fields are required'],
    ['5.6', { password: 'short', again: 'other', email: 'x' }, 'Passwords do not match'],
    [
      '5.7',
      { password: 'short', again: 'short', email: 'x' },
      'Password must be at least 8 characters long',
    ],
    ['5.8', { email: 'x@y' }, 'Please enter a valid email address'],
  ] as const)
    await holds(id, 'ready', async () => {
      await fill(changes);
      await create();
      await expect(alert.filter({ hasText: sentence }).first()).toBeVisible();
    });
  await holds('5.5', 'ready', async () => {
    await fill({});
    await terms.uncheck();
    // The button waits for the terms, so that only a program can send the form.
    await page.locator('form').evaluate((form: HTMLFormElement) => form.requestSubmit());
    const sentence = 'You must agree to the Terms of Service to create an account';
    await expect(alert.filter({ hasText: sentence }).first()).toBeVisible();
    await terms.check();
  });
  await holds('8.11', 'ready', async () => {
    await answer(page, '**/signup', 500);
    await create();
    await expect(alert.getByText('Registration failed', { exact: true })).toBeVisible();
    await answer(page, '**/signup', null);
    await create();
    await expect(alert.getByText('Registration failed. Please try again.')).toBeVisible();
    await page.unroute('**/signup');
  });
  await holds('2.60', 'ready', async () => {
    await create();
    await expect(page.getByRole('heading', { name: 'Registration Successful!' })).toBeVisible();
    await expect(page.getByText(person.email)).toBeVisible();
    await expect(page.getByRole('link', { name: 'Go to Sign In' })).toHaveAttribute(
      'href',
      '/login',
    );
    await page.waitForURL('**/login');
  });
  const link = linkIn(await newestMail(service.url, person.email), '/verify-email');
  await holds('8.14', 'ready', async () => {
    for (const [status, sentence] of [
      [500, 'Verification failed'],
      [null, 'Verification failed. The link may have expired.'],
    ] as const) {
      await answer(page, '**/verify-email', status);
      await page.goto('/verify-email?token=unknown');
      await expect(alert.getByText(sentence, { exact: true })).toBeVisible();
      await expect(page.getByRole('link', { name: 'Resend Verification Email' })).toHaveAttribute(
        'href',
        '/resend-verification',
      );
    }
    await page.unroute('**/verify-email');
  });
  await holds('2.63', 'ready', async () => {
    const seen = Promise.withResolvers<void>();
    await page.route('**/verify-email', async (route) => {
      await seen.promise;
      await route.continue();
    });
    await page.goto(link);
    await expect(page.getByText(/verifying/i).first()).toBeVisible();
    seen.resolve();
    await expect(page.getByText('Your email is verified.')).toBeVisible();
    await page.waitForURL('**/login?verified=true');
  });
  await holds('2.58', 'ready', async () => {
    await expect(page.getByText('Your email is verified. You can sign in now.')).toBeVisible();
  });
  await holds('8.15', 'ready', async () => {
    const sentence = 'This email has already been verified. You can log in now.';
    for (const address of [link, '/verify-email?token=unknown']) {
      await page.goto(address);
      await expect(page.getByText(sentence)).toBeVisible();
      await expect(page.getByRole('link', { name: 'Go to Login' })).toBeVisible();
    }
  });
});

test('sign-in and the session', async ({ page, service, holds, allowConsole }) => {
  allowConsole(/401|403|500|ERR_FAILED/);
  const person = await signedUp(service.url);
  const name = page.getByLabel('Username or email');
  const password = page.getByLabel('Password', { exact: true });
  const enter = () => press(page, 'Sign In');
  const alert = page.getByRole('alert');
  await page.goto('/login');
  await holds('2.54', 'ready', async () => {
    await password.fill('secret words');
    await expect(password).toHaveAttribute('type', 'password');
    await press(page, 'Show password');
    await expect(password).toHaveAttribute('type', 'text');
    await press(page, 'Hide password');
    await expect(password).toHaveAttribute('type', 'password');
  });
  await holds('2.55', 'ready', async () => {
    await page.getByLabel('Remember me').check();
  });
  const call = await holdCall(page, '**/login');
  await holds('5.13', 'ready', async () => {
    for (const [who, what, focused] of [
      ['', 'x', name],
      ['x', '', password],
    ] as const) {
      await name.fill(who);
      await password.fill(what);
      await enter();
      await expect(focused).toBeFocused();
    }
    expect(call.bodies).toEqual([]);
  });
  await holds('4.8', 'ready', async () => {
    await name.fill(person.username);
    await password.fill('wrong words');
    await enter();
    await expect.poll(() => call.bodies.length).toBe(1);
    await name.press('Enter');
    expect(call.bodies).toEqual([{ username_or_email: person.username, password: 'wrong words' }]);
  });
  await holds('8.7', 'ready', async () => {
    call.answer(500, {});
    await expect(alert.getByText('Login failed', { exact: true })).toBeVisible();
    await answer(page, '**/login', null);
    await enter();
    await expect(alert.getByText('Login failed. Please try again.')).toBeVisible();
    await answer(page, '**/login', 401, { success: false, message: 'Not with that password' });
    await enter();
    await expect(alert.getByText('Not with that password')).toBeVisible();
  });
  const sentence = 'Please verify your email before signing in.';
  const offer = page.getByRole('button', { name: 'Resend Verification Email' });
  await holds('8.8', 'ready', async () => {
    await answer(page, '**/login', 403, { success: false, message: sentence });
    await name.fill('who@example.com');
    await enter();
    const resend = await holdCall(page, '**/resend-verification');
    await offer.click();
    await expect.poll(() => resend.bodies).toEqual([{ email: 'who@example.com' }]);
    resend.answer(500, {});
  });
  await holds('8.9', 'ready', async () => {
    await expect(page.getByText('Failed to resend verification email')).toBeVisible();
  });
  await page.unroute('**/login');
  await page.unroute('**/resend-verification');

  await signIn(page, person);
  await holds('4.3', 'ready', async () => {
    const [token, user] = await stored(page);
    expect(token).toMatch(/\S{20}/);
    expect(JSON.parse(user ?? '')).toMatchObject({ username: person.username });
  });
  await holds('3.8', 'ready', async () => {
    expect((await stored(page)).every(Boolean)).toBe(true);
  });
  const [token, user] = (await stored(page)) as [string, string];
  await holds('7.1', 'ready', async () => {
    const asked = page.waitForRequest('**/api/user/dashboard');
    await page.reload();
    const request = await asked;
    expect(new URL(request.url()).origin).toBe(service.url);
    expect(request.headers().authorization).toBe(`Bearer ${token}`);
  });
  await holds('4.1', 'ready', async () => {
    await page.goto('/about');
    await expect(page.getByRole('banner').getByRole('link', { name: 'Dashboard' })).toBeVisible();
  });
  await holds('2.16', 'ready', async () => {
    await expect(page.getByRole('banner').getByRole('button', { name: 'Sign Out' })).toBeVisible();
  });
  await holds('2.9', 'ready', async () => {
    for (const path of ['/login', '/signup', '/forgot-password', '/reset-password?token=x']) {
      await page.goto(path);
      await expect(page, path).toHaveURL(/\/dashboard$/);
    }
  });
  await holds('4.2', 'ready', async () => {
    await page.goto('/about');
    await page.evaluate(() => localStorage.setItem('user', '{not json'));
    await page.reload();
    await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
    expect(await stored(page)).toEqual([null, null]);
    await expect(alert).toHaveCount(0);
  });
  const restore = (kept: string) =>
    page.evaluate(
      ([token, user]) => {
        localStorage.setItem('authToken', token ?? '');
        localStorage.setItem('user', user ?? '');
      },
      [kept, user],
    );
  await holds('4.5', 'ready', async () => {
    await restore('no-longer-valid');
    await page.goto('/dashboard');
    await expect(page).toHaveURL(/\/login/);
    expect(await stored(page)).toEqual([null, null]);
  });
  await holds('4.4', 'ready', async () => {
    await restore(token);
    await page.goto('/dashboard');
    await answer(page, '**/api/logout', 500);
    const told = page.waitForRequest('**/api/logout');
    await page.getByRole('banner').getByRole('button', { name: 'Sign Out' }).click();
    expect((await told).headers().authorization).toBe(`Bearer ${token}`);
    await expect.poll(() => stored(page)).toEqual([null, null]);
  });
});

test('mailed links', async ({ page, service, holds, allowConsole }) => {
  allowConsole(/400|500/);
  const person = await signedUp(service.url);
  const email = page.getByLabel('Email');
  await page.goto('/forgot-password');
  await holds('5.13', 'ready', async () => {
    for (const address of ['', 'nobody', '@example.com']) {
      await email.fill(address);
      await press(page, 'Send Reset Link');
      await expect(email).toBeFocused();
    }
    await expect(email).toHaveAttribute('type', 'email');
  });
  await holds('8.12', 'ready', async () => {
    await answer(page, '**/forgot-password', 500);
    await email.fill(person.email);
    await press(page, 'Send Reset Link');
    await expect(page.getByText('Failed to send reset email')).toBeVisible();
    await page.unroute('**/forgot-password');
    await press(page, 'Send Reset Link');
    await expect(page.getByText('Password reset link sent to your email')).toBeVisible();
  });
  await expect
    .poll(async () => (await newestMail(service.url, person.email)).text)
    .toContain('/reset-password');
  const link = linkIn(await newestMail(service.url, person.email), '/reset-password');
  await page.goto(link);
  const set = async (first: string, second: string) => {
    await page.getByLabel('New password', { exact: true }).fill(first);
    await page.getByLabel('Confirm new password').fill(second);
    await press(page, 'Reset Password');
  };
  await holds('5.10', 'ready', async () => {
    for (const [first, second, sentence] of [
      ['12345', '54321', 'Passwords do not match'],
      ['12345', '12345', 'Password must be at least 6 characters'],
    ] as const) {
      await set(first, second);
      await expect(page.getByRole('alert').filter({ hasText: sentence }).first()).toBeVisible();
    }
  });
  await holds('8.13', 'ready', async () => {
    await answer(page, '**/reset-password', 500);
    await set('mqvwzx', 'mqvwzx');
    await expect(page.getByText('Failed to reset password')).toBeVisible();
    await page.unroute('**/reset-password');
    await set('mqvwzx', 'mqvwzx');
    await expect(
      page.getByText('Password reset successful! Please login with your new password.'),
    ).toBeVisible();
    await page.getByRole('button', { name: 'OK' }).click();
    await page.waitForURL('**/login');
  });
  await holds('8.10', 'ready', async () => {
    await page.goto('/resend-verification');
    await answer(page, '**/resend-verification', 500);
    await email.fill(person.email);
    await press(page, 'Send Verification Email');
    await expect(page.getByText('Failed to send verification email')).toBeVisible();
  });
});

test('contact', async ({ page, holds, allowConsole }) => {
  allowConsole(/429|500/);
  const fields = ['Name', 'Email', 'Subject', 'Message'] as const;
  const fill = async () => {
    for (const field of fields)
      await page.getByLabel(field).fill(field === 'Email' ? 'amina@example.com' : 'Some words');
  };
  const send = page.getByRole('button', { name: 'Send Message' });
  const call = await holdCall(page, '**/api/contact');
  await page.goto('/contact', { waitUntil: 'networkidle' });
  await holds('5.14', 'ready', async () => {
    for (const field of fields) {
      await fill();
      await page.getByLabel(field).fill('');
      await send.click();
      await expect(page.getByLabel(field)).toBeFocused();
    }
    await fill();
    await page.getByLabel('Email').fill('amina@');
    await send.click();
    await expect(page.getByLabel('Email')).toBeFocused();
    expect(call.bodies).toEqual([]);
    await expect(page.getByLabel('Message')).toHaveAttribute('rows', '6');
  });
  await holds('4.9', 'ready', async () => {
    await fill();
    await send.click();
    await expect(send).toBeDisabled();
    await expect(send.locator('svg')).toBeVisible();
    call.answer(200, { success: true, message: 'Received.' });
    await expect(send).toBeEnabled();
    for (const field of fields) await expect(page.getByLabel(field)).toHaveValue('');
  });
  await holds('8.20', 'ready', async () => {
    await expect(
      page.getByText('Thank you! Your message has been sent successfully.'),
    ).toBeVisible();
  });
  await holds('8.19', 'ready', async () => {
    for (const [status, json, sentence] of [
      [429, { success: false, message: 'Too many today.' }, 'Too many today.'],
      [500, {}, 'Failed to send message'],
    ] as const) {
      await answer(page, '**/api/contact', status, json);
      await fill();
      await send.click();
      await expect(page.getByRole('alert').filter({ hasText: sentence })).toBeVisible();
    }
  });
});

test('the dashboard', async ({ page, service, holds, allowConsole }) => {
  allowConsole(/500/);
  const person = await signedUp(service.url);
  await sendTrades(service.url, await tokenOf(service.url, person), madeUpTrades(60, new Date()));
  await signIn(page, person);
  const checklist = page.getByRole('region', { name: 'Setup checklist' });
  await holds('4.13', 'ready', async () => {
    await expect(checklist.getByRole('checkbox')).toHaveCount(6);
    for (const item of await checklist.getByRole('checkbox').all()) await item.check();
    await expect(checklist.getByText('Setup Complete!')).toBeVisible();
    await checklist.getByRole('checkbox').first().uncheck();
    await expect(checklist.getByText('5 of 6 done')).toBeVisible();
  });
  await holds('3.9', 'ready', async () => {
    await expect
      .poll(() => page.evaluate(() => Object.values(localStorage).join()))
      .toContain('"risk-settings":true');
  });
  await holds('7.23', 'ready', async () => {
    await answer(page, '**/api/user/checklist', 500);
    await page.reload();
    await expect(checklist.getByText('5 of 6 done')).toBeVisible();
    await page.unroute('**/api/user/checklist');
  });

  await page.goto('/dashboard?tab=history');
  const asked = (part: string) =>
    page.waitForRequest(
      (request) => request.url().includes('/trade-statistics/') && request.url().includes(part),
    );
  const table = page.getByRole('table');
  await holds('2.78', 'ready', async () => {
    await expect(table.getByRole('cell').first()).toBeVisible();
    const names = await table.getByRole('columnheader').allInnerTexts();
    for (const name of ['Time', 'Symbol', 'Type', 'Volume', 'Price', 'P&L', 'Account', 'Status'])
      expect(names.join('|').toLowerCase()).toContain(name.toLowerCase());
    await expect(table.getByText(/^(BUY|SELL)$/i).first()).toBeVisible();
    await expect(table.getByText(/^closed$/i).first()).toBeVisible();
    await expect(table.getByText(/^demo$/i).first()).toBeVisible();
  });
  await holds('9.11', 'ready', async () => {
    await expect(table.getByText(/^0\.\d\d$/).first()).toBeVisible();
    await expect(table.getByText(/\d\.\d\d$/).nth(3)).toBeVisible();
  });
  await holds('9.9', 'ready', async () => {
    await expect(table.getByRole('row')).toHaveCount(51);
  });
  await holds('2.77', 'ready', async () => {
    const request = asked('per_page=10');
    await page.getByLabel('Rows per page').selectOption('10');
    await request;
    await expect(table.getByRole('row')).toHaveCount(11);
  });
  await holds('2.76', 'ready', async () => {
    for (const [name, sort] of [
      ['Symbol', 'symbol'],
      ['Volume', 'volume'],
      ['P&L', 'profit'],
    ] as const) {
      const request = asked(`sort_by=${sort}`);
      await table.getByRole('button', { name }).click();
      await request;
    }
    await table.getByRole('button', { name: 'Time' }).click();
    await expect(table.getByRole('columnheader', { name: 'Time' })).toHaveAttribute(
      'aria-sort',
      /ending/,
    );
  });
  await holds('9.10', 'ready', async () => {
    for (const [name, period] of [
      ['Today', 'daily'],
      ['Last 7 Days', 'weekly'],
      ['Last 30 Days', 'monthly'],
    ] as const) {
      const request = asked(`period=${period}`);
      await page.getByLabel('Date', { exact: true }).selectOption(name);
      await request;
    }
  });
  await holds('2.75', 'ready', async () => {
    const request = asked('account_type=real');
    await page.getByLabel('Account', { exact: true }).selectOption('Real');
    await request;
    await page.getByLabel('Date', { exact: true }).selectOption('All Time');
    await expect(table.getByText(/^real$/i).first()).toBeVisible();
    await expect(table.getByText(/^demo$/i)).toHaveCount(0);
  });
  await holds('2.79', 'ready', async () => {
    await press(page, 'Sync MT5 History');
    const dialog = page.getByRole('alertdialog');
    await expect(dialog).toContainText('syncs automatically when the bot starts');
    const request = asked('');
    await dialog.getByRole('button', { name: 'OK' }).click();
    await request;
  });
  await page.goto('/dashboard?tab=statistics');
  const apply = page.getByRole('button', { name: 'Apply' });
  await holds('2.73', 'ready', async () => {
    await page.getByLabel('Date', { exact: true }).selectOption('Custom Period');
    await expect(page.getByLabel('Start date')).toBeVisible();
    await expect(page.getByLabel('End date')).toBeVisible();
    await expect(apply).toBeVisible();
  });
  await holds('5.12', 'ready', async () => {
    const periods: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('period=custom')) periods.push(request.url());
    });
    await page.getByLabel('Start date').fill('2026-01-01');
    if (await apply.isEnabled()) await apply.click();
    expect(periods).toEqual([]);
    await page.getByLabel('End date').fill('2026-12-31');
    const request = asked('start_date=2026-01-01');
    await apply.click();
    expect((await request).url()).toContain('end_date=2026-12-31');
  });

  const bar = page.getByRole('progressbar', { name: 'Tokens used' });
  const usage = async (used: number, limit: number) => {
    await page.unroute('**/api/user/dashboard');
    await page.route('**/api/user/dashboard', async (route) => {
      const reply = await route.fetch();
      const json = await reply.json();
      json.usage = { ...json.usage, tokens_used: used, token_limit: limit };
      json.usage.tokens_remaining = limit - used;
      json.plan = { ...json.plan, token_limit: limit };
      await route.fulfill({ response: reply, json });
    });
    await page.goto('/dashboard');
  };
  await holds('4.12', 'ready', async () => {
    for (const [used, level] of [
      [70_000, 'normal'],
      [70_001, 'high'],
      [90_000, 'high'],
      [90_001, 'critical'],
    ] as const) {
      await usage(used, 100_000);
      await expect(bar, String(used)).toHaveAttribute('data-level', level);
    }
  });
  await holds('9.8', 'ready', async () => {
    await usage(1_000, 40_000_000);
    const plan = page.getByRole('region', { name: 'Current plan' });
    await expect(plan.getByText('Your plan is unlimited.')).toBeVisible();
  });
  await holds('8.16', 'ready', async () => {
    await answer(page, '**/api/user/dashboard', 500);
    await answer(page, '**/api/user/subscription', 500);
    await page.goto('/dashboard');
    await expect(page.getByText('Failed to load dashboard data')).toBeVisible();
    await expect(page.getByText('Failed to load subscription details')).toBeVisible();
  });
});

test('checkout, and the end of a subscription', async ({ page, service, holds, allowConsole }) => {
  allowConsole(/409|500|ERR_FAILED/);
  await signIn(page, await signedUp(service.url));
  const alert = page.getByRole('alert');
  await holds('8.6', 'ready', async () => {
    await answer(page, '**/api/paddle/checkout', 500, { success: false, message: 'Not now.' });
    await page.goto('/checkout?plan=Pro');
    await expect(alert.getByText(/^Checkout failed: /)).toBeVisible();
    await page.unroute('**/api/paddle/checkout');
  });
  await holds('2.50', 'ready', async () => {
    // It would be over before it was looked at.
    const script = '**/paddle/v2/paddle.js';
    const { promise: isSeen, resolve: seen } = Promise.withResolvers<void>();
    await page.route(script, async (route) => {
      await isSeen;
      await route.continue();
    });
    await page.goto('/checkout?plan=Pro', { waitUntil: 'commit' });
    await expect(
      page
        .getByRole('status')
        .filter({ hasText: /loading/i })
        .first(),
    ).toBeVisible();
    seen();
    await page.unroute(script);
  });
  const frame = page.frameLocator('.payment-frame iframe');
  const pay = async (card: string) => {
    await frame.getByLabel('Country').selectOption('PK');
    await frame.getByLabel('Card number').fill(card);
    await frame.getByLabel('Expiry').fill('12/99');
    await frame.getByLabel('Security code').fill('123');
    await expect(frame.getByRole('button', { name: /^Pay / })).toBeEnabled();
    await frame.getByLabel('Security code').press('Enter');
  };
  await holds('8.4', 'ready', async () => {
    await pay('4000 0000 0000 0002');
    await expect(alert.getByText('Payment failed. Please try again.')).toBeVisible();
  });
  await holds('8.5', 'ready', async () => {
    await answer(page, '**/api/paddle/upgrade-plan', 409, { success: false, message: 'No.' });
    await pay('4242 4242 4242 4242');
    await expect(
      page.getByText('Payment successful but plan upgrade failed. Please contact support.'),
    ).toBeVisible();
  });
  await holds('2.52', 'ready', async () => {
    await page.unroute('**/api/paddle/upgrade-plan');
    const led = page.waitForRequest(
      (request) =>
        request.isNavigationRequest() && request.url().endsWith('/dashboard?payment=success'),
    );
    await press(page, 'Try again');
    await led;
    await expect(page.getByText('Payment received. You are on the Pro plan now.')).toBeVisible();
  });
  await lookAt(page, holds, 'paid');
  const panel = page.getByRole('region', { name: 'Subscription' });
  await holds('3.5', 'ready', async () => {
    const token = (await stored(page))[0];
    const headers = { authorization: `Bearer ${token}` };
    const reply = await fetch(`${service.url}/api/user/subscription`, { headers });
    expect(((await reply.json()) as { subscription: unknown }).subscription).toMatchObject({
      plan_name: 'Pro',
      amount: 80,
      status: 'active',
      billing_cycle: 'monthly',
      next_billing_date: expect.stringMatching(/^20/),
    });
  });
  await panel.getByRole('button', { name: 'Cancel subscription' }).click();
  const dialog = page.getByRole('dialog');
  await holds('8.17', 'ready', async () => {
    await expect(dialog).toContainText(
      'Premium access is lost immediately and you move to the Free plan.',
    );
  });
  const cancel = () => dialog.getByRole('button', { name: 'Cancel now' }).click();
  await holds('8.18', 'ready', async () => {
    for (const [status, sentence] of [
      [500, 'Failed to cancel subscription'],
      [null, 'Failed to cancel subscription. Please try again.'],
    ] as const) {
      await answer(page, '**/api/subscription/cancel', status);
      await cancel();
      await expect(dialog.getByText(sentence, { exact: true })).toBeVisible();
    }
    await page.unroute('**/api/subscription/cancel');
  });
  await holds('4.11', 'ready', async () => {
    await cancel();
    await expect(panel.getByText('You have no subscription.')).toBeVisible();
    const plan = page.getByRole('region', { name: 'Current plan' });
    await expect(plan.getByText('Free', { exact: true })).toBeVisible();
  });
  await holds('2.45', 'ready', async () => {
    await buyPlan(page, 'Starter', 'yearly');
    await expect(panel.getByText('$400.00 a year')).toBeVisible();
  });
});
