import { createTransport } from 'nodemailer';
import type { Mail } from './mail.ts';

/** Where mails leave the service. `id` is stable over attempts, so that a receiver can drop a repeat. */
export type MailTransport = { send(mail: Mail & { id: string }): Promise<void> };

/** With no mail server configured, a mail's place in the outbox is its delivery: /dev/mailbox shows it. */
export const embeddedMailbox: MailTransport = { send: async () => {} };

/** @param url smtp://user:password@host:587 or smtps://… */
export function smtpTransport(url: string, from: string): MailTransport {
  const transport = createTransport({
    url,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
  });
  return {
    async send({ id, to, subject, text, html }) {
      const domain = /@([^>\s]+)/.exec(from)?.[1] ?? 'localhost';
      await transport.sendMail({ from, to, subject, text, html, messageId: `<${id}@${domain}>` });
    },
  };
}
