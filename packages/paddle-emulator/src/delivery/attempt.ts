import { type Emulator, newId, nowIso } from '../engine/emulator.ts';
import { secretOf } from '../model/ids.ts';
import type { NotificationRecord, NotificationSetting } from '../model/records.ts';
import type { WebhookFault } from './faults.ts';
import { signatureOf } from './signature.ts';

const BODY_KEPT = 2_000;

/** What sends a webhook; the platform has one. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Sends a notification once and writes down what came back. @returns whether it was taken */
export async function attemptDelivery(
  emulator: Emulator,
  {
    notification,
    setting,
    fault,
    fetch,
    stopped,
  }: {
    notification: NotificationRecord;
    setting: NotificationSetting;
    fault: WebhookFault | null;
    fetch: Fetch;
    stopped: AbortSignal;
  },
): Promise<boolean> {
  const body = JSON.stringify(notification.payload);
  const attemptedAt = nowIso(emulator);
  let answer: { status: number; type: string | null; body: string };
  try {
    const response = await fetch(setting.destination, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Paddle',
        'paddle-version': '1',
        'paddle-signature': signatureFor(emulator, setting, body, fault),
      },
      body,
      // A receiver that answers with another address has not taken it.
      redirect: 'manual',
      signal: AbortSignal.any([stopped, AbortSignal.timeout(emulator.behaviour.deliveryTimeoutMs)]),
    });
    const text = await response.text();
    answer = { status: response.status, type: response.headers.get('content-type'), body: text };
  } catch (error) {
    // An unreachable receiver is an answer, too: the log says why.
    answer = { status: 0, type: null, body: reasonOf(error) };
  }
  const isTaken = answer.status >= 200 && answer.status < 300;
  notification.times_attempted += 1;
  notification.last_attempt_at = attemptedAt;
  const logs = emulator.state.notificationLogs.get(notification.id) ?? [];
  logs.push({
    id: newId(emulator, 'ntflog'),
    response_code: answer.status,
    response_content_type: answer.type,
    response_body: answer.body.slice(0, BODY_KEPT),
    attempted_at: attemptedAt,
  });
  emulator.state.notificationLogs.set(notification.id, logs);
  return isTaken;
}

/** Secrets that sign now: the newest, and older ones until they run out. */
function liveSecrets(setting: NotificationSetting, nowMs: number): string[] {
  return setting.secrets
    .filter(({ expires_at }) => expires_at === null || Date.parse(expires_at) > nowMs)
    .map(({ key }) => key);
}

function signatureFor(
  emulator: Emulator,
  setting: NotificationSetting,
  body: string,
  fault: WebhookFault | null,
): string {
  const nowMs = emulator.clock.now();
  const secrets = liveSecrets(setting, nowMs);
  const seconds = Math.floor(nowMs / 1_000);
  const stranger = secretOf(`stranger:${setting.id}`, emulator.state.seed);
  switch (fault?.kind) {
    case 'webhook_bad_signature':
      return signatureOf(body, seconds, [stranger]);
    case 'webhook_stale_timestamp':
      return signatureOf(body, Math.floor((nowMs - fault.age_ms) / 1_000), secrets);
    case 'webhook_two_signatures':
      // The right one first: who reads only the last one refuses it.
      return signatureOf(body, seconds, [...secrets, stranger]);
    default:
      return signatureOf(body, seconds, secrets);
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
