import type { HealthCheck } from '@quorate/contract/admin-health';
import { ageWords, countWords, judged } from './judge.ts';
import type { QueueFigures } from './queues.queries.ts';

const MAIL_LATE_S = 900;
const REQUEST_LATE_S = 60;
const MESSAGE_LATE_S = 2 * 86_400;
const FAILED_SIGN_INS = 100;

/** What waits and what fails, each with what to do about it. @param now milliseconds */
export function queueChecks(queues: QueueFigures, now: number): HealthCheck[] {
  const age = (since: Date | null) => (since ? (now - since.getTime()) / 1_000 : 0);
  return [
    mailCheck(queues, age(queues.mails.oldest)),
    requestCheck(queues, age(queues.requests.oldest)),
    noticeCheck(queues),
    webhookCheck(queues),
    taskCheck(queues, age(queues.tasks.overdue)),
    botCheck(queues),
    signInCheck(queues),
    messageCheck(queues, age(queues.messages.oldest)),
  ];
}

function mailCheck({ mails }: QueueFigures, oldestS: number): HealthCheck {
  const named = { key: 'mail', label: 'Mail' };
  const { waiting, given_up: givenUp, error } = mails;
  const last = error === null ? '' : ` The mail server last said: ${error}`;
  if (oldestS > MAIL_LATE_S)
    return judged(
      named,
      'broken',
      `${countWords(waiting, 'mail')} wait, the oldest for ${ageWords(oldestS)}.${last}`,
      'Check SMTP_URL and whether the mail server answers. Nothing is lost: mails are tried for about 17 hours.',
    );
  if (givenUp > 0)
    return judged(
      named,
      'look',
      `${countWords(givenUp, 'mail')} of the last 30 days could not be delivered; ${waiting} wait.${last}`,
      'Mostly addresses that do not exist. If there are many, look at what the mail server says.',
    );
  return judged(named, 'fine', `${countWords(waiting, 'mail')} on the way.`);
}

function requestCheck({ requests }: QueueFigures, oldestS: number): HealthCheck {
  const named = { key: 'mail_requests', label: 'Links asked for' };
  const says = `${countWords(requests.waiting, 'request')} for links by mail wait`;
  if (oldestS <= REQUEST_LATE_S) return judged(named, 'fine', `${says}.`);
  return judged(
    named,
    'broken',
    `${says}, the oldest for ${ageWords(oldestS)}.`,
    'Nobody can sign up or reset a password. See the job answer-mail-requests below and its last error.',
  );
}

function noticeCheck({ notices }: QueueFigures): HealthCheck {
  const named = { key: 'push', label: 'Push notices' };
  const says = `${countWords(notices.waiting, 'notice')} on the way, ${notices.failing} of them after a failure.`;
  return judged(
    named,
    notices.failing > 0 ? 'look' : 'fine',
    says,
    'They are tried until nobody needs them. If it lasts, check whether the push services can be reached from here.',
  );
}

function webhookCheck({ events }: QueueFigures): HealthCheck {
  const named = { key: 'webhooks', label: 'Webhooks, last hour' };
  const { applied, stale, queued, ignored, unreadable } = events;
  const says = `${applied} processed, ${queued} re-fetched, ${stale} stale, ${ignored} of no interest, ${unreadable} unreadable.`;
  return judged(
    named,
    unreadable > 0 ? 'broken' : 'fine',
    says,
    'The provider sends something in a shape that is not known. What it tells of was asked for instead; look at the events and at the provider’s changelog.',
  );
}

function taskCheck({ tasks }: QueueFigures, overdueS: number): HealthCheck {
  const named = { key: 'provider_tasks', label: 'Tasks for the provider' };
  const says = `${countWords(tasks.waiting, 'task')} wait, ${tasks.failing} of them after more than 10 attempts.`;
  if (overdueS > 0)
    return judged(
      named,
      'broken',
      `${says} The oldest is due since ${ageWords(overdueS)} and nobody does it.`,
      'See the job run-provider-tasks below, and whether payments are set up (PADDLE_… variables).',
    );
  return judged(
    named,
    tasks.failing > 0 ? 'look' : 'fine',
    says,
    'See what the provider answers on the page Webhooks, under Tasks.',
  );
}

function botCheck({ bots }: QueueFigures): HealthCheck {
  const named = { key: 'bots', label: 'Bots' };
  const says = `${bots.running} run; ${bots.silent} went offline in the last day without having been stopped.`;
  // One machine that is switched off is its owner's business; many at once are ours.
  const isMany = bots.silent > 3 && bots.silent > bots.running;
  return judged(
    named,
    isMany ? 'broken' : 'fine',
    says,
    'More bots are offline than run: see whether they can reach the service (proxy, certificate, address).',
  );
}

function signInCheck({ signIns }: QueueFigures): HealthCheck {
  const named = { key: 'sign_ins', label: 'Sign-ins that failed' };
  return judged(
    named,
    signIns > FAILED_SIGN_INS ? 'look' : 'fine',
    `${signIns.toLocaleString('en-US')} in the last hour, of accounts that exist.`,
    'Someone may be trying passwords. Accounts lock for minutes automatically; the log has the addresses.',
  );
}

function messageCheck({ messages }: QueueFigures, oldestS: number): HealthCheck {
  const named = { key: 'messages', label: 'Messages' };
  const says = `${countWords(messages.open, 'message')} to answer`;
  if (oldestS <= MESSAGE_LATE_S) return judged(named, 'fine', `${says}.`);
  return judged(
    named,
    'look',
    `${says}, the oldest for ${ageWords(oldestS)}.`,
    'Answer them on the page Messages.',
  );
}
