import { clearSession, getSession } from './session.ts';

const TIMEOUT_MS = 10_000;

/**
 * Signs out here at once and tells the service, whose answer changes nothing here: a failure is only
 * logged. Not through the API client, which would come with every public page.
 */
export async function signOut(): Promise<void> {
  const { token } = getSession();
  const call = token === null ? null : endServiceSession(token);
  clearSession();
  try {
    const response = await call;
    // With 401 the session was over already.
    if (response && !response.ok && response.status !== 401) {
      throw new Error(`the service answered with status ${response.status}`);
    }
  } catch (cause) {
    console.error('Signing out at the service failed; this browser is signed out.', cause);
  }
}

/** Ends the session of a token at the service. */
export function endServiceSession(token: string): Promise<Response> {
  return fetch('/api/logout', {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}` },
    // Lets the call outlive a page that is closed right after the click.
    keepalive: true,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
}
