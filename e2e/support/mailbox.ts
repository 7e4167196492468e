import { setTimeout as sleep } from 'node:timers/promises';

export type Mail = { to: string; subject: string; text: string; html: string; created_at: string };

const WAIT_MS = 10_000;

/**
 * The newest mail to an address in the service's own mailbox; waits until there is one.
 *
 * @throws Error when none comes within 10 s
 */
export async function newestMail(serviceUrl: string, to: string): Promise<Mail> {
  const deadline = performance.now() + WAIT_MS;
  for (;;) {
    const [newest] = await mailsTo(serviceUrl, to);
    if (newest) return newest;
    if (performance.now() > deadline) throw new Error(`no mail to ${to} within ${WAIT_MS} ms`);
    await sleep(100);
  }
}

/** Every mail to an address, newest first. */
export async function mailsTo(serviceUrl: string, to: string): Promise<Mail[]> {
  const reply = await fetch(`${serviceUrl}/dev/mailbox.json?to=${encodeURIComponent(to)}`);
  if (!reply.ok) throw new Error(`the mailbox answered ${reply.status}`);
  return JSON.parse(await reply.text());
}

/** The address in a mail's text that leads to a page of the site. */
export function linkIn(mail: Mail, page: string): string {
  const link = new RegExp(`https?://\\S+${RegExp.escape(page)}\\S*`).exec(mail.text)?.[0];
  if (link === undefined) throw new Error(`"${mail.subject}" holds no link to ${page}`);
  return link;
}
