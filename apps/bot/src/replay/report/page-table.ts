import { type Html, html } from './html.ts';
import { amountText } from './words.ts';

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
