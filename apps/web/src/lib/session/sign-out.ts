import { clearSession, getSession } from './session.ts';

const TIMEOUT_MS = 10_000;

/** Signs out here at once and tells the service, whose answer changes nothing here. */
export async function signOut(): Promise<void> {
  const { token } = getSession();
  // First, so that no call under way hears that its session is over.
  clearSession();
  const told = token === null ? undefined : endServiceSession(token);
  const { dropDrafts } = await import('../tab-storage.ts');
  dropDrafts();
  await told;
}

/**
 * Ends the session of a token at the service. A failure is only logged: this browser has left the session
 * already, and the service ends it in time. Not through the API client, which would come with every
 * public page.
 */
export async function endServiceSession(token: string): Promise<void> {
  try {
    const response = await fetch('/api/logout', {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}` },
      // Lets the call outlive a page that is closed right after the click.
      keepalive: true,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    // With 401 the session was over already.
    if (!response.ok && response.status !== 401) {
      throw new Error(`the service answered with status ${response.status}`);
    }
  } catch (cause) {
    console.error('Signing out at the service failed; this browser has left the session.', cause);
  }
}
