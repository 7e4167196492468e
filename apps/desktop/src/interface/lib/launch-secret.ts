import { t } from '@lingui/core/macro';
import { openSession } from '../../contract/local-endpoint.ts';
import { callLocal, LocalCallError } from './local-client.ts';

const KEY = 'launch-secret';
const TICKET = /^#ticket=([\w-]+)(?:&|$)/;

/** `closed`: this window has no secret, or one of an earlier start; only the app itself can open a new one. */
type LaunchSecret = { kind: 'open'; secret: string } | { kind: 'closed'; why: string };

const NO_TICKET = t`This page was not opened by the app.`;

/** A ticket that the app could not be asked about yet: it is tried again. */
let pendingTicket: string | null = null;

/**
 * The secret of this launch: of the ticket in the address, which is taken out of it at once, else the one
 * that this window was given before.
 *
 * @throws LocalCallError where the app does not answer
 */
export async function findLaunchSecret(): Promise<LaunchSecret> {
  const ticket = takeTicket() ?? pendingTicket;
  pendingTicket = ticket;
  if (ticket === null) {
    const kept = readKept();
    return kept === null ? { kind: 'closed', why: NO_TICKET } : { kind: 'open', secret: kept };
  }
  try {
    const { secret } = await callLocal(null, openSession, { body: { ticket } });
    pendingTicket = null;
    keep(secret);
    return { kind: 'open', secret };
  } catch (error) {
    if (!(error instanceof LocalCallError) || error.code === 'unreachable') throw error;
    pendingTicket = null;
    return { kind: 'closed', why: error.message };
  }
}

/** Out of the address, so that neither the history nor a copied address holds it. */
function takeTicket(): string | null {
  const ticket = TICKET.exec(window.location.hash)?.[1] ?? null;
  if (ticket !== null) {
    window.history.replaceState(null, '', window.location.pathname + window.location.search);
  }
  return ticket;
}

function readKept(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function keep(secret: string): void {
  try {
    sessionStorage.setItem(KEY, secret);
  } catch {
    // Without a store the window works until it is loaded again.
  }
}

/** What is no longer of this launch. */
export function forgetLaunchSecret(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing could have been kept either.
  }
}
