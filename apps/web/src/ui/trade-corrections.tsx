import type { Trade, TradeCorrection } from '@quorate/contract/trades';
import { formatMoney, formatPrice, formatVolume } from '@quorate/ui/format';
import { formatTime } from '@quorate/ui/time-format';

type Figures = Omit<TradeCorrection, 'at' | 'revision'>;
type Change = Readonly<{ what: string; was: string; now: string }>;

/** What of a closed trade was replaced, and when, oldest first; nothing where nothing was. */
export function TradeCorrections({ trade, timeZone }: { trade: Trade; timeZone: string }) {
  const { corrections } = trade;
  if (corrections.length === 0) return null;
  return (
    <ul aria-label="Corrections" className="space-y-2 text-small">
      {corrections.map((was, index) => (
        <li key={was.revision}>
          <span className="text-muted">
            Corrected{' '}
            <time dateTime={was.at} className="figures">
              {formatTime(was.at, timeZone)}
            </time>
          </span>
          <ul>
            {changesOf(was, corrections[index + 1] ?? trade, trade).map(({ what, ...change }) => (
              <li key={what}>
                {what}: <s className="figures text-muted">{change.was}</s>{' '}
                <span className="sr-only">became</span>{' '}
                <span className="figures">{change.now}</span>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}

function changesOf(was: Figures, now: Figures, { currency, digits }: Trade): Change[] {
  const words = (figures: Figures) => wordsOf(figures, { currency, digits });
  const later = words(now);
  return words(was).flatMap(([what, text], index) => {
    const other = later[index]?.[1] ?? '';
    return text === other ? [] : [{ what, was: text, now: other }];
  });
}

function wordsOf(
  figures: Figures,
  { currency, digits }: Pick<Trade, 'currency' | 'digits'>,
): [string, string][] {
  const price = (value: number | null) => (value === null ? '–' : formatPrice(value, digits));
  const money = (value: number | null) => (value === null ? '–' : formatMoney(value, currency));
  return [
    ['Symbol', figures.symbol],
    ['Type', figures.trade_type],
    ['Volume', formatVolume(figures.volume)],
    ['Opened', figures.opened_at],
    ['Closed', figures.closed_at ?? '–'],
    ['Opening price', price(figures.price)],
    ['Closing price', price(figures.close_price)],
    ['P&L', money(figures.profit)],
    ['Before costs', money(figures.gross_profit)],
    ['Commission', money(figures.commission)],
    ['Swap', money(figures.swap)],
    ['Fee', money(figures.fee)],
    ['Risk at the stop', money(figures.initial_risk)],
    ['Status', figures.status],
    ['Decision', figures.decision_id ?? 'none'],
  ];
}
