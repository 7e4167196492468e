import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fromRoot } from '../../tools/root.ts';
import { SHARED_WORDS } from '../../tools/site-texts.ts';

const require = createRequire(fromRoot('apps/web/package.json'));

const VOICES = ['M2 5c6 0 7 8 13 8', 'M2 13h13', 'M2 21c6 0 7-8 13-8'];
const VERDICT = 'M15 13h9';

/** A page that is drawn once, at exactly this size. */
export type Drawing = { html: string; width: number; height: number };

type Shared = { name: string; sentence: string; say: (text: string) => string };

/** What is shown where a page is shared: the name, one sentence and the motif. All of it is plain text. */
export function shareDrawing({ name, sentence, say }: Shared): Drawing {
  const votes = [
    ['buy', 116],
    ['buy', 315],
    ['hold', 514],
  ] as const;
  return {
    width: 1_200,
    height: 630,
    html: page(
      `
      .card { position: relative; width: 1200px; height: 630px; padding: 72px 80px; background: var(--paper); color: var(--ink); }
      .name { display: flex; align-items: center; gap: 18px; font: 600 40px var(--serif); letter-spacing: -0.01em; color: var(--brand); }
      .name svg { width: 54px; height: 54px; }
      .name span { color: var(--ink); }
      h1 { position: absolute; left: 80px; bottom: 142px; width: 570px; margin: 0; font: 500 70px/1.05 var(--serif); letter-spacing: -0.022em; text-wrap: balance; }
      .note { position: absolute; left: 80px; bottom: 76px; margin: 0; font: 400 25px var(--sans); color: var(--muted); }
      .lines { position: absolute; right: 0; top: 0; overflow: visible; }
      text { font: 500 24px var(--sans); fill: var(--muted); }
      .verdict { font: 600 25px var(--sans); fill: var(--brand); }
      `,
      `<div class="card">
        <div class="name">${motif('2.1', '3')}<span>${name}</span></div>
        <h1>${sentence}</h1>
        <p class="note">${say(SHARED_WORDS.note)}</p>
        <svg class="lines" width="500" height="630" fill="none" stroke-linecap="round">
          <g stroke="var(--line-strong)" stroke-width="3.5">
            <path d="M96 116c150 0 120 199 250 199"/><path d="M96 315h250"/><path d="M96 514c150 0 120-199 250-199" stroke-dasharray="2 11"/>
          </g>
          <path d="M346 315h200" stroke="var(--brand)" stroke-width="9"/>
          ${votes.map(([vote, y]) => `<circle cx="96" cy="${y}" r="8" fill="var(--${vote === 'buy' ? 'gain' : 'hold'})"/><text x="74" y="${y + 8}" text-anchor="end">${say(SHARED_WORDS[vote])}</text>`).join('')}
          <circle cx="346" cy="315" r="13" fill="var(--paper)" stroke="var(--brand)" stroke-width="6"/>
          <text class="verdict" x="372" y="290">${say(SHARED_WORDS.quorum)}</text>
        </svg>
      </div>`,
    ),
  };
}

/**
 * The mark on its ground.
 *
 * @param shape 'rounded' for where the picture stands as it is, 'full' for systems that cut it to a shape
 */
export function iconDrawing(size: number, shape: 'rounded' | 'full'): Drawing {
  // What is cut to a circle must lie within the middle four fifths.
  const markSize = Math.round(size * (shape === 'full' ? 0.54 : 0.62));
  return {
    width: size,
    height: size,
    html: page(
      `.ground { display: grid; place-items: center; width: ${size}px; height: ${size}px; background: var(--brand); color: var(--paper); border-radius: ${shape === 'full' ? 0 : size * 0.22}px; }
      svg { width: ${markSize}px; height: ${markSize}px; }`,
      `<div class="ground">${motif('2.2', '3.2')}</div>`,
    ),
  };
}

function motif(voice: string, verdict: string): string {
  return `<svg viewBox="0 0 26 26" fill="none" stroke="currentColor" stroke-linecap="round"><g stroke-width="${voice}">${VOICES.map((path) => `<path d="${path}"/>`).join('')}</g><path d="${VERDICT}" stroke-width="${verdict}"/></svg>`;
}

function page(css: string, body: string): string {
  return pageOf(css, body).replace('<html lang="en">', '<html lang="en" data-theme="light">');
}

/** The site's own tokens and faces, in the theme that the browser prefers. */
export function pageOf(css: string, body: string): string {
  const tokens = readFileSync(fromRoot('packages/ui/src/styles/tokens.css'), 'utf8');
  return `<!doctype html><html lang="en"><meta charset="utf-8"><style>
    ${face('Newsreader', '@fontsource-variable/newsreader/files/newsreader-latin-opsz-normal.woff2')}
    ${face('Geist', '@fontsource-variable/geist/files/geist-latin-wght-normal.woff2')}
    ${tokens}
    :root { --serif: Newsreader, serif; --sans: Geist, sans-serif; }
    * { box-sizing: border-box; }
    html, body { margin: 0; background: transparent; }
    ${css}</style><body>${body}</body></html>`;
}

function face(family: string, file: string): string {
  const font = readFileSync(require.resolve(file)).toString('base64');
  return `@font-face { font-family: ${family}; font-weight: 100 900; src: url(data:font/woff2;base64,${font}) format('woff2'); }`;
}
