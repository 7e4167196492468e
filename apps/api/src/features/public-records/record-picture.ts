import { join } from 'node:path';
import { msg } from '@lingui/core/runtime-macro';
import { headlineOf, type PublishedRecord } from '@quorate/record/measures';
import type { I18n } from '../../words/i18n.ts';
import { recordWords } from './record-words.ts';

/** What pages show of a link to a record. */
const PICTURE = { width: 1_200, height: 630 } as const;

const [INK, MUTED, BRAND, LOSS, PAPER, LINE] = [
  '#16232b',
  '#56646c',
  '#0f4c5c',
  '#a63d2f',
  '#f6f4ee',
  '#d9d4c7',
];
const EDGE = 72;
/** Where the curve is drawn. */
const PLOT = { left: EDGE, top: 400, width: PICTURE.width - 2 * EDGE, height: 130 } as const;

type Text = Readonly<{
  text: string;
  face: 'geist' | 'newsreader';
  /** Height of its letters in pixels. */
  size: number;
  colour: string;
  left: number;
  /** Of the line that its letters stand on. */
  top: number;
  /** Longer ones are made smaller. */
  width: number;
}>;

/** Draws a record as a picture (PNG): its name, its figures with what speaks for them, and its curve. */
export async function recordPicture(
  record: PublishedRecord,
  brandName: string,
  i18n: I18n,
): Promise<Buffer> {
  // Most copies of the service never draw one.
  const { default: sharp } = await import('sharp');
  const words = recordWords(record, i18n);
  const column = (PICTURE.width - 2 * EDGE) / 3;
  const group = record.groups[headlineOf(record.groups)];
  const isLoss = (group.total_r ?? 0) < 0;
  const figure = (at: number, text: string, note: string, colour = INK): Text[] => [
    {
      text,
      face: 'newsreader',
      size: 68,
      colour,
      left: EDGE + at * column,
      top: 236,
      width: column - 24,
    },
    {
      text: note,
      face: 'geist',
      size: 22,
      colour: MUTED,
      left: EDGE + at * column,
      top: 330,
      width: column - 24,
    },
  ];
  const texts: Text[] = [
    {
      text: record.name,
      face: 'newsreader',
      size: 60,
      colour: INK,
      left: EDGE,
      top: 62,
      width: 800,
    },
    {
      text: `${words.accountClass} · ${words.evidence}`,
      face: 'geist',
      size: 26,
      colour: MUTED,
      left: EDGE,
      top: 150,
      width: PICTURE.width - 2 * EDGE,
    },
    ...figure(0, words.total, i18n.t(TOTAL), isLoss ? LOSS : BRAND),
    ...figure(1, words.trades, i18n.t(TRADES)),
    ...figure(2, words.winRate, [i18n.t(WIN_RATE), words.winRateRange].filter(Boolean).join(', ')),
    {
      text: brandName,
      face: 'newsreader',
      size: 30,
      colour: BRAND,
      left: EDGE,
      top: 560,
      width: 400,
    },
    {
      text: `${words.asOf} · ${i18n.t(VERIFY)}`,
      face: 'geist',
      size: 22,
      colour: MUTED,
      left: PICTURE.width - EDGE - 560,
      top: 568,
      width: 560,
    },
  ];
  const layers = await Promise.all(
    texts.filter(({ text }) => text !== '').map((text) => drawn(sharp, text)),
  );
  return sharp(Buffer.from(backdrop(group.curve, isLoss)))
    .composite(layers)
    .png({ palette: true })
    .toBuffer();
}

const TOTAL = msg`Result after costs`;
const TRADES = msg`Closed trades`;
const WIN_RATE = msg`Win rate`;
const VERIFY = msg`Verify it in your browser`;

type Sharp = typeof import('sharp')['default'];

/** A line of words as a layer. A face of our own, so that it looks the same on every machine. */
async function drawn(sharp: Sharp, { text, face, size, colour, left, top, width }: Text) {
  const fontfile = join(import.meta.dirname, 'faces', `${face}.ttf`);
  const font = face === 'geist' ? 'Geist' : 'Newsreader 16pt';
  const at = async (pixels: number) => {
    const markup = `<span foreground="${colour}">${escaped(text)}</span>`;
    const options = { text: markup, fontfile, font: `${font} ${pixels}`, rgba: true, dpi: 72 };
    return sharp({ text: options }).png().toBuffer({ resolveWithObject: true });
  };
  let made = await at(size);
  if (made.info.width > width) made = await at(Math.floor((size * width) / made.info.width));
  const isEnd = left + width === PICTURE.width - EDGE && top > PLOT.top;
  const start = isEnd ? left + width - made.info.width : left;
  return { input: made.data, left: Math.round(start), top: Math.round(top) };
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Ground, frame and curve. */
function backdrop(curve: PublishedRecord['groups']['agreed']['curve'], isLoss: boolean): string {
  const { width, height } = PICTURE;
  const stroke = isLoss ? LOSS : BRAND;
  const { line, zero } = pathOf(curve);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="${width}" height="${height}" fill="${PAPER}"/>
    <rect width="${width}" height="10" fill="${BRAND}"/>
    <path d="M${PLOT.left} ${zero}H${PLOT.left + PLOT.width}" stroke="${LINE}" stroke-width="2"/>
    <path d="${line}" fill="none" stroke="${stroke}" stroke-width="4" stroke-linejoin="round" stroke-linecap="round"/>
  </svg>`;
}

/** The curve from 0 on over its time, and the height of 0. */
function pathOf(curve: readonly (readonly [number, number])[]) {
  const levels = [0, ...curve.map(([, level]) => level)];
  const [low, high] = [Math.min(...levels), Math.max(...levels)];
  const y = (level: number) =>
    Math.round(PLOT.top + PLOT.height * (high === low ? 0.5 : (high - level) / (high - low)));
  const [from, to] = [curve[0]?.[0] ?? 0, curve.at(-1)?.[0] ?? 0];
  const x = (at: number) =>
    Math.round(PLOT.left + PLOT.width * (to === from ? 1 : (at - from) / (to - from)));
  const points = curve.map(([at, level]) => `L${x(at)} ${y(level)}`).join('');
  return { line: points === '' ? 'M0 0' : `M${PLOT.left} ${y(0)}${points}`, zero: y(0) };
}
