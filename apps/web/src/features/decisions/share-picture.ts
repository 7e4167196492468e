import { t } from '@lingui/core/macro';
import { candlePlot, LEVEL_WORDS, type Level } from './candle-plot.ts';
import type { DrawnTrade } from './drawn-trade.ts';
import type { StoryResult } from './story-words.ts';

export type SharedStory = Readonly<{
  symbol: string;
  side: 'BUY' | 'SELL' | 'HOLD';
  /** @example 'H1 · 20 Nov 2026, 14:05' */
  when: string;
  result: StoryResult;
  reason: string;
  drawn: DrawnTrade | null;
  /** @example 'Quorate' */
  brand: string;
  /** Of the account, as on every screen: practice and paper are named. */
  account: string;
}>;

/** As wide and high as sites show pictures of links. */
export const PICTURE = { width: 1_200, height: 630 } as const;

const EDGE = 56;
const CHART = { left: EDGE, top: 226, width: PICTURE.width - 2 * EDGE - 110, height: 300 } as const;

/**
 * Draws a story for others to see, in the theme of the page. Amounts of money are left out unless they are wanted:
 * what is then known is R, or whether it gained.
 */
export function drawPicture(
  canvas: HTMLCanvasElement,
  story: SharedStory,
  { amounts }: Readonly<{ amounts: boolean }>,
): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  const styles = getComputedStyle(document.documentElement);
  const faces = {
    serif: styles.getPropertyValue('--face-serif'),
    sans: styles.getPropertyValue('--face-sans'),
    mono: styles.getPropertyValue('--face-mono'),
  };
  const colour = coloursOf(canvas);
  canvas.width = PICTURE.width;
  canvas.height = PICTURE.height;
  context.fillStyle = colour('paper');
  context.fillRect(0, 0, PICTURE.width, PICTURE.height);
  const write = (text: string, x: number, y: number, font: string, ink: string, end = false) => {
    context.font = font;
    context.fillStyle = colour(ink);
    context.textAlign = end ? 'right' : 'left';
    context.fillText(text, x, y);
  };
  const { result } = story;
  write(`${story.symbol} ${story.side}`, EDGE, 88, `600 34px ${faces.mono}`, 'ink');
  write(story.when, PICTURE.width - EDGE, 88, `24px ${faces.sans}`, 'muted', true);
  const tone = result.tone === 'plain' ? 'ink' : result.tone;
  write(headlineOf(result, amounts), EDGE, 160, `500 60px ${faces.serif}`, tone);
  const reason = amounts ? story.reason : withoutAmounts(story.reason);
  write(shortened(context, reason, `24px ${faces.sans}`), EDGE, 204, `24px ${faces.sans}`, 'muted');
  if (story.drawn) drawCandles(context, story.drawn, colour, `20px ${faces.sans}`);
  write(story.brand, EDGE, 596, `500 26px ${faces.serif}`, 'brand');
  const note = result.isHypothetical ? t`${story.account} · hypothetical` : story.account;
  write(note, PICTURE.width - EDGE, 596, `22px ${faces.sans}`, 'muted', true);
}

/** @example headlineOf({ lead: '+$41.20', r: '+1.90 R', … }, false) // '+1.90 R' */
export function headlineOf(result: StoryResult, amounts: boolean): string {
  const { lead, tone, r, isHypothetical } = result;
  if (isHypothetical) return t`${lead}: would be ${r ?? '–'}`;
  if (tone === 'plain' && r === null) return /\d/.test(lead) && !amounts ? t`Even` : lead;
  if (amounts) return r === null ? lead : `${lead} · ${r}`;
  return r ?? (tone === 'gain' ? t`A gain` : t`A loss`);
}

/** Sentences of the risk desk name amounts. @example withoutAmounts('It risks $120.50.') // 'It risks …' */
export function withoutAmounts(sentence: string): string {
  return sentence.replaceAll(
    /[-+−]?(\p{Sc}\s?[\d.,]*\d|\b\d[\d.,]*\s?[A-Z]{3}\b|\d[\d.,]* lote?s)/gu,
    '…',
  );
}

function shortened(context: CanvasRenderingContext2D, text: string, font: string): string {
  context.font = font;
  const fits = (words: string) => context.measureText(words).width <= PICTURE.width - 2 * EDGE;
  if (fits(text)) return text;
  const words = text.split(' ');
  while (words.length > 1 && !fits(`${words.join(' ')} …`)) words.pop();
  return `${words.join(' ')} …`;
}

const LINES: Readonly<Record<Level['name'], { colour: string; dash: number[] }>> = {
  target: { colour: 'gain', dash: [10, 6] },
  entry: { colour: 'ink', dash: [] },
  exit: { colour: 'brand', dash: [] },
  stop: { colour: 'loss', dash: [10, 6] },
  best: { colour: 'line-strong', dash: [2, 6] },
  worst: { colour: 'line-strong', dash: [2, 6] },
};

function drawCandles(
  context: CanvasRenderingContext2D,
  { bars, decidedAt, trade }: DrawnTrade,
  colour: (name: string) => string,
  font: string,
): void {
  const plot = candlePlot(bars, decidedAt, trade);
  const x = (percent: number) => CHART.left + (percent / 100) * CHART.width;
  const y = (percent: number) => CHART.top + (percent / 100) * CHART.height;
  // The paths are in percent of their box: the same ones, stretched.
  const stretch = new DOMMatrix([
    CHART.width / 100,
    0,
    0,
    CHART.height / 100,
    CHART.left,
    CHART.top,
  ]);
  const path = (data: string) => {
    const stretched = new Path2D();
    stretched.addPath(new Path2D(data), stretch);
    return stretched;
  };
  context.lineWidth = 2;
  for (const [side, ink, isHollow] of [
    [plot.rising, 'gain', true],
    [plot.falling, 'loss', false],
  ] as const) {
    context.strokeStyle = colour(ink);
    context.fillStyle = colour(isHollow ? 'paper' : ink);
    context.stroke(path(side.wicks));
    context.fill(path(side.bodies));
    context.stroke(path(side.bodies));
  }
  for (const { name, y: level } of plot.levels) {
    context.strokeStyle = colour(LINES[name].colour);
    context.setLineDash(LINES[name].dash);
    context.beginPath();
    context.moveTo(x(plot.entry?.x ?? plot.decided), y(level));
    context.lineTo(x(100), y(level));
    context.stroke();
  }
  context.setLineDash([]);
  context.font = font;
  context.textAlign = 'left';
  for (const { name, y: level } of plot.labels) {
    context.fillStyle = colour(name === 'best' || name === 'worst' ? 'muted' : LINES[name].colour);
    context.fillText(LEVEL_WORDS[name], x(100) + 14, y(level) + 7);
  }
}

/** Colours as the page has them: a canvas takes what the browser has worked out, not names. */
function coloursOf(canvas: HTMLCanvasElement): (name: string) => string {
  const known = new Map<string, string>();
  return (name) => {
    let found = known.get(name);
    if (found === undefined) {
      canvas.style.color = `var(--${name})`;
      found = getComputedStyle(canvas).color;
      canvas.style.color = '';
      known.set(name, found);
    }
    return found;
  };
}
