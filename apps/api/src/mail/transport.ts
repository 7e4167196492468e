import { createTransport } from 'nodemailer';
import { observedCall, wellFormedId } from '../process/telemetry/provider-calls.ts';
import type { Mail } from './mail.ts';

/** Where mails leave the service. `id` is stable over attempts, so that a receiver can drop a repeat. */
export type MailTransport = {
  send(mail: Mail & { id: string }): Promise<void>;
  /** Whether a mail is still to be read in the outbox once it is sent. */
  readonly keeps: boolean;
};

/** With no mail server configured, a mail's place in the outbox is its delivery: /dev/mailbox shows it. */
export const embeddedMailbox: MailTransport = { send: async () => {}, keeps: true };

/** The mail server takes nothing for this address; others are as well as before. */
export class AddressRefusedError extends Error {
  override readonly name = 'AddressRefusedError';
}

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
    async send({ id, to: address, subject, text, html, unsubscribeUrl }) {
      // Mail programs read these as lists and names: 'a,b@example.com' would be mailed to b@example.com.
      if (LIST_SIGNS.test(address))
        throw new AddressRefusedError('the address holds signs that mail cannot carry');
      const to = { name: '', address };
      const domain = /@([^>\s]+)/.exec(from)?.[1] ?? 'localhost';
      const messageId = `<${id}@${domain}>`;
      await observedCall(
        { provider: 'smtp', operation: 'send', about: { mail: id } },
        async (_outgoing, answer) => {
          try {
            const sent = await transport.sendMail({
              from,
              to,
              subject,
              text,
              html,
              messageId,
              ...(unsubscribeUrl && { headers: unsubscribeHeaders(unsubscribeUrl) }),
            });
            answer.providerRequestId = queueIdIn(sent.response);
          } catch (error) {
            const code = error instanceof Error && 'responseCode' in error && error.responseCode;
            if (typeof code === 'number') {
              answer.status = code;
              answer.outcome = 'refused';
            }
            throw isOfAddress(error)
              ? new AddressRefusedError(error.message, { cause: error })
              : error;
          }
        },
      );
    },
  };
}

/** RFC 2369, and RFC 8058 for a mail program that does it with one click. */
function unsubscribeHeaders(url: string): Record<string, string> {
  return {
    'List-Unsubscribe': `<${url}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}

/** 5xx to `RCPT TO`: for good, and for this address. What comes at other steps is said of all mails. */
function isOfAddress(error: unknown): error is Error {
  return (
    error instanceof Error &&
    'command' in error &&
    error.command === 'RCPT TO' &&
    'responseCode' in error &&
    Number(error.responseCode) >= 500
  );
}

/** What the mail server calls the mail from then on: '250 2.0.0 Ok: queued as 4B1D…'. */
function queueIdIn(response: unknown): string | null {
  return wellFormedId(/queued as ([\w.-]+)/i.exec(String(response))?.[1]);
}
