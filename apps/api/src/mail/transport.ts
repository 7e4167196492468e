import { createTransport } from 'nodemailer';
import type { Mail } from './mail.ts';

/** Where mails leave the service. `id` is stable over attempts, so that a receiver can drop a repeat. */
export type MailTransport = {
  send(mail: Mail & { id: string }): Promise<void>;
  /** Whether a mail is still to be read in the outbox once it is sent. */
  readonly keeps: boolean;
};

/** With no mail server configured, a mail's place in the outbox is its delivery: /dev/mailbox shows it. */
export const embeddedMailbox: MailTransport = { send: async () => {}, keeps: true };

const LIST_SIGNS = /[,;:<>()[\]"\\]/;

/** @param url smtp://user:password@host:587 or smtps://… */
export function smtpTransport(url: string, from: string): MailTransport {
  const transport = createTransport({
    url,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
  });
  return {
    keeps: false,
    async send({ id, to: address, subject, text, html }) {
      // Mail programs read these as lists and names: 'a,b@example.com' would be mailed to b@example.com.
      if (LIST_SIGNS.test(address))
        throw new Error('the address holds signs that mail cannot carry');
      const to = { name: '', address };
      const domain = /@([^>\s]+)/.exec(from)?.[1] ?? 'localhost';
      await transport.sendMail({ from, to, subject, text, html, messageId: `<${id}@${domain}>` });
    },
  };
}
