import { amountText } from './words.ts';

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

/** Heads of columns whose cells are words; the rest are figures. */
const WORDS = new Set(['What it tells', 'Newest', 'Value']);

/** A table that scrolls sideways by itself where it is too wide, also with the keyboard. */
export function table(
  heads: readonly string[],
  rows: readonly (readonly Html[])[],
  label: string,
): Html {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${label}"><table><thead><tr>${heads.map((head) => html`<th scope="col" class="${WORDS.has(head) ? 'words' : ''}">${head}</th>`)}</tr></thead><tbody>${rows.map((cells) => html`<tr>${cells}</tr>`)}</tbody></table></div>`;
}

export function cell(text: string | number): Html {
  return html`<td>${text}</td>`;
}

/** A cell of words that may take several lines. */
export function wordsCell(text: string): Html {
  return html`<td class="words">${text}</td>`;
}

/** An amount in the colour of its sign; the sign itself is written, too. */
export function amountCell(minor: number, digits: number): Html {
  const tone = minor > 0 ? 'gain' : minor < 0 ? 'loss' : '';
  return html`<td class="${tone}">${amountText(minor, digits)}</td>`;
}
