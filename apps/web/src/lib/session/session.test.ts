import { beforeEach, describe, expect, test, vi } from 'vitest';
import { buildUser } from '../../testing/builders.ts';

/** The module as a fresh page loads it. */
async function loadSession() {
  vi.resetModules();
  return import('./session.ts');
}

function fromOtherTab(key: string | null) {
  window.dispatchEvent(new StorageEvent('storage', { key }));
}

const user = buildUser();

describe('a fresh page', () => {
  beforeEach(() => localStorage.clear());

  // @spec 4.1
  test('is signed in when the token and the user are stored', async () => {
    localStorage.setItem('authToken', 'abc');
    localStorage.setItem('user', JSON.stringify(user));
    const { getSession } = await loadSession();
    expect(getSession()).toMatchObject({ status: 'ready', token: 'abc', user });
  });

  // @spec 4.2, 8.39
  test.each([
    ['is not JSON', '{oops'],
    ['is null', 'null'],
    ['is an empty object', '{}'],
    ['has no id', JSON.stringify({ ...user, id: undefined })],
    ['has an unknown role', JSON.stringify({ ...user, role: 'root' })],
  ])('clears token and user silently when the stored user %s', async (_, text) => {
    localStorage.setItem('authToken', 'abc');
    localStorage.setItem('user', text);
    const { getSession } = await loadSession();
    expect(getSession()).toMatchObject({ token: null, user: null });
    expect(localStorage.getItem('authToken')).toBeNull();
    expect(localStorage.getItem('user')).toBeNull();
  });

  // @spec 4.6
  test('is logged in without a user when only the token is stored', async () => {
    localStorage.setItem('authToken', 'abc');
    const { getSession } = await loadSession();
    expect(getSession()).toMatchObject({ token: 'abc', user: null });
  });

  // @spec 4.6
  test('is signed out when only a user is stored', async () => {
    localStorage.setItem('user', JSON.stringify(user));
    const { getSession } = await loadSession();
    expect(getSession()).toMatchObject({ token: null, user: null });
  });

  test('is signed out when the browser refuses its storage', async () => {
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    const { getSession } = await loadSession();
    expect(getSession()).toMatchObject({ status: 'ready', token: null, user: null });
  });
});

describe('a session', () => {
  // @spec 3.10
  test('is stored under the keys authToken and user', async () => {
    const { signIn } = await loadSession();
    signIn('abc', user);
    expect(localStorage.getItem('authToken')).toBe('abc');
    expect(JSON.parse(localStorage.getItem('user') ?? '')).toEqual(user);
  });

  test('works for this page when it cannot be stored', async () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    const { getSession, signIn } = await loadSession();
    signIn('abc', user);
    expect(getSession()).toMatchObject({ token: 'abc', user });
  });

  test('tells its followers when it is cleared', async () => {
    const { clearSession, signIn, subscribeToSession } = await loadSession();
    signIn('abc', user);
    const follower = vi.fn();
    subscribeToSession(follower);
    clearSession();
    expect(follower).toHaveBeenCalledOnce();
    expect(localStorage.length).toBe(0);
  });

  test.each(['authToken', null])('ends when another tab removes it (key %s)', async (key) => {
    const { getSession, signIn } = await loadSession();
    signIn('abc', user);
    localStorage.clear();
    fromOtherTab(key);
    expect(getSession()).toMatchObject({ token: null, user: null });
  });

  test('begins when another tab stores one', async () => {
    const { getSession } = await loadSession();
    getSession();
    localStorage.setItem('user', JSON.stringify(user));
    localStorage.setItem('authToken', 'abc');
    fromOtherTab('authToken');
    expect(getSession()).toMatchObject({ token: 'abc', user });
  });

  test('does not change with what another tab stores under other keys', async () => {
    const { signIn, subscribeToSession } = await loadSession();
    signIn('abc', user);
    const follower = vi.fn();
    subscribeToSession(follower);
    fromOtherTab('theme');
    expect(follower).not.toHaveBeenCalled();
  });

  test('expires for the token it has', async () => {
    const { expireSession, getSession, signIn, subscribeToExpiry } = await loadSession();
    signIn('abc', user);
    const redirect = vi.fn();
    subscribeToExpiry(redirect);
    expireSession('abc');
    expect(getSession()).toMatchObject({ token: null, user: null, expired: true });
    expect(redirect).toHaveBeenCalledOnce();
  });

  test('outlives a late answer to the session before it', async () => {
    const { expireSession, getSession, signIn, subscribeToExpiry } = await loadSession();
    signIn('new', user);
    const redirect = vi.fn();
    subscribeToExpiry(redirect);
    expireSession('old');
    expect(getSession()).toMatchObject({ token: 'new', user });
    expect(redirect).not.toHaveBeenCalled();
  });
});
