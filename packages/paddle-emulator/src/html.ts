import type { FastifyReply } from 'fastify';

/** Text that is safe to stand in a page as it is. */
export type Html = { readonly markup: string };

type Value = string | Html | readonly Html[];

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Writes markup; every value that is no markup itself is escaped. */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  const text = parts.map((part, index) => {
    const value = values[index];
    return value === undefined ? part : part + markupOf(value);
  });
  return { markup: text.join('') };
}

/** A whole page with the style that all of them share. */
export function pageOf({
  title,
  body,
  script,
  theme = 'light',
}: {
  title: string;
  body: Html;
  script?: string;
  theme?: 'light' | 'dark' | 'system';
}): string {
  const scriptTag =
    script === undefined ? html`` : html`<script type="module" src="${script}"></script>`;
  return html`<!doctype html>
<html lang="en" data-theme="${theme}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/checkout/assets/frame.css">
${scriptTag}
</head>
<body>${body}</body>
</html>
`.markup;
}

/** Sends a page that loads nothing from elsewhere. @param ancestors who may frame it, or 'none' */
export function sendPage(
  reply: FastifyReply,
  markup: string,
  ancestors: readonly string[] | 'none',
) {
  const framers = ancestors === 'none' ? "'none'" : ancestors.join(' ');
  return reply
    .type('text/html; charset=utf-8')
    .header(
      'content-security-policy',
      `default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors ${framers}`,
    )
    .header('referrer-policy', 'no-referrer')
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'no-store')
    .send(markup);
}

function markupOf(value: Value): string {
  if (typeof value === 'string') return value.replaceAll(/[&<>"']/g, (sign) => ESCAPES[sign] ?? '');
  return 'markup' in value ? value.markup : value.map(({ markup }) => markup).join('');
}
