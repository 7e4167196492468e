/** Markup that is safe as it stands. Only `html` makes it. */
export type Html = Readonly<{ markup: string }>;

type Value = string | number | Html | readonly Html[];

/**
 * Markup with values in it, each escaped unless it is markup itself: file names and messages come from
 * elsewhere.
 *
 * @example html`<b>${'<i>'}</b>`.markup // '<b>&lt;i&gt;</b>'
 */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  const markup = parts.reduce(
    (text, part, at) => text + part + (at < values.length ? markupOf(values[at] ?? '') : ''),
    '',
  );
  return { markup };
}

function markupOf(value: Value): string {
  if (typeof value === 'string' || typeof value === 'number') return escapeHtml(String(value));
  return 'markup' in value ? value.markup : value.map(({ markup }) => markup).join('');
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
