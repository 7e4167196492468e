import type { Brand } from '@quorate/contract/brand';
import type { Locale } from '@quorate/contract/locales';
import { basePathOf } from '@quorate/values/languages';
import { type I18n, i18nOf } from '../words/i18n.ts';
import type { Mail } from './mail.ts';

/** Who reads a letter, and in which language. */
export type Reader = Readonly<{ email: string; username: string; i18n: I18n }>;

/** Of a user's row: where mail goes, and the language that it is written in. */
export type Addressee = Readonly<{ email: string; username: string; locale: Locale }>;

/** The one place that decides in which language a person is written to. */
export function readerOf({ email, username, locale }: Addressee): Reader {
  return { email, username, i18n: i18nOf(locale) };
}

/** Its texts have been through the i18n of its reader. */
export type Letter = {
  subject: string;
  /** Paragraphs of plain text. */
  paragraphs: readonly string[];
  /** The one thing to do, if there is one. */
  action?: { label: string; url: string };
  /** Small print under the action. */
  note?: string;
};

/** One look for every mail: plain text and simple HTML that survive any mail program. */
export function composeLetter(
  brand: Brand,
  { email: to, i18n }: Omit<Reader, 'username'>,
  { subject, paragraphs, action: does, note }: Letter,
): Mail {
  const action = does && { ...does, url: inLanguage(does.url, i18n.locale) };
  const closing = `${brand.name} · ${brand.supportEmail}`;
  const text = [
    ...paragraphs,
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...(note ? [note] : []),
    closing,
  ].join('\n\n');
  const html = `<!doctype html><html lang="${i18n.locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;background:#F6F4EE;color:#14202B;font:16px/1.6 -apple-system,'Segoe UI',Roboto,sans-serif">
<div style="max-width:560px;margin:0 auto;padding:32px 24px">
<p style="font:600 20px Georgia,serif;margin:0 0 24px">${escapeHtml(brand.name)}</p>
<div style="background:#FFFEFB;border:1px solid #DFDACD;border-radius:12px;padding:28px">
${paragraphs.map((paragraph) => `<p style="margin:0 0 16px">${escapeHtml(paragraph)}</p>`).join('\n')}
${action ? actionHtml(action) : ''}
${note ? `<p style="margin:0;font-size:13px;color:#566270">${escapeHtml(note)}</p>` : ''}
</div>
<p style="font-size:13px;color:#566270;margin:20px 4px">${escapeHtml(closing)}</p>
</div></body></html>`;
  return { to, subject, text, html };
}

/** What a mail asks for is done on a page of ours, in the language of the mail. */
function inLanguage(page: string, locale: Locale): string {
  const url = new URL(page);
  return locale === 'en' ? page : page.replace(url.origin, url.origin + basePathOf(locale));
}

function actionHtml(action: { label: string; url: string }): string {
  const url = escapeHtml(action.url);
  return `<p style="margin:24px 0"><a href="${url}" style="display:inline-block;background:#0F4C5C;color:#fff;text-decoration:none;border-radius:8px;padding:12px 20px">${escapeHtml(action.label)}</a></p>
<p style="margin:0 0 16px;font-size:13px;color:#566270;word-break:break-all">${url}</p>`;
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
