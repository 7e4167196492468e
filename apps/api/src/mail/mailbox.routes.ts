import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Db } from '../db/tables.ts';
import { AppError, validationError } from '../http/app-error.ts';
import { escapeHtml } from './letter.ts';

const NEWEST = 100;
const mailboxQuery = z.object({ to: z.string().trim().max(254).optional() });

/**
 * The embedded mailbox: every mail that a service without a mail server would have sent. It opens on this
 * machine alone and under a name of this machine alone: another site whose name resolves to 127.0.0.1
 * could otherwise read it in a developer's browser (DNS rebinding).
 */
export function registerMailbox(app: FastifyInstance, db: Db): void {
  const onRequest = async (request: FastifyRequest) => {
    if (!isOfThisMachine(request)) throw new AppError('mailbox_not_here');
  };
  app.get('/dev/mailbox.json', { onRequest }, async (request) =>
    findMails(db, recipient(request.query)),
  );

  app.get('/dev/mailbox', { onRequest }, async (request, reply) => {
    const to = recipient(request.query);
    const mails = await findMails(db, to);
    return reply
      .type('text/html; charset=utf-8')
      .header(
        'content-security-policy',
        "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'",
      )
      .send(page(mails, to));
  });
}

const LOOPBACK_ADDRESS = /^(127\.|::1$|::ffff:127\.)/;
const LOOPBACK_NAME = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/i;
/** What proxies add: behind one, the connection is of this machine and the reader is not. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'];

function isOfThisMachine({ raw, headers }: FastifyRequest): boolean {
  return (
    LOOPBACK_ADDRESS.test(raw.socket.remoteAddress ?? '') &&
    LOOPBACK_NAME.test(headers.host ?? '') &&
    FORWARDED.every((name) => headers[name] === undefined)
  );
}

type MailboxMail = { to: string; subject: string; text: string; html: string; created_at: string };

function recipient(query: unknown): string | undefined {
  const parsed = mailboxQuery.safeParse(query);
  if (!parsed.success) throw validationError([{ field: 'to', message: 'must be one address' }]);
  return parsed.data.to || undefined;
}

async function findMails(db: Db, to: string | undefined): Promise<MailboxMail[]> {
  const rows = await db
    .selectFrom('outbox')
    .select(['to_address', 'subject', 'text', 'html', 'created_at'])
    .$if(to !== undefined, (query) =>
      query.where(({ eb, fn }) =>
        eb(fn<string>('lower', ['to_address']), '=', (to ?? '').toLowerCase()),
      ),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(NEWEST)
    .execute();
  return rows.map(({ to_address, created_at, ...mail }) => ({
    to: to_address,
    ...mail,
    created_at: created_at.toISOString(),
  }));
}

function page(mails: readonly MailboxMail[], to: string | undefined): string {
  const list = mails.map(
    (mail) => `<article><h2>${escapeHtml(mail.subject)}</h2>
<p class="quiet">to ${escapeHtml(mail.to)} · <time>${escapeHtml(mail.created_at)}</time></p>
<pre>${linked(mail.text)}</pre></article>`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Mailbox</title>
<style>:root{color-scheme:light dark}body{font:16px/1.6 system-ui,sans-serif;max-width:720px;margin:0 auto;padding:32px 20px;background:light-dark(#F6F4EE,#0D1419);color:light-dark(#14202B,#ECE9E1)}
article{border-top:1px solid light-dark(#DFDACD,#25313A);padding:20px 0}h1,h2{font-family:Georgia,serif;font-weight:500}h2{font-size:20px;margin:0}.quiet{color:light-dark(#566270,#9AA6B0);font-size:14px;margin:4px 0 12px}
pre{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit;margin:0}a{color:light-dark(#0F4C5C,#7FC7CF)}input,button{font:inherit;padding:8px 12px;border-radius:8px;border:1px solid light-dark(#DFDACD,#25313A);background:light-dark(#FFFEFB,#131C23);color:inherit}form{display:flex;gap:8px;flex-wrap:wrap}input{flex:1;min-width:0}</style></head>
<body><h1>Mailbox</h1><p class="quiet">No mail server is configured (SMTP_URL), so mails stay here instead of leaving. Newest first, at most ${NEWEST}.</p>
<form><label hidden for="to">Address</label><input id="to" name="to" type="email" placeholder="Only mails to this address" value="${escapeHtml(to ?? '')}"><button>Show</button></form>
${list.join('\n') || '<p>No mail yet.</p>'}</body></html>`;
}

function linked(text: string): string {
  return escapeHtml(text).replace(
    /https?:\/\/[^\s&<]+(?:&amp;[^\s&<]+)*/g,
    (url) => `<a href="${url}">${url}</a>`,
  );
}
