import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
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
    <ul aria-label={t`Corrections`} className="space-y-2 text-small">
      {corrections.map((was, index) => (
        <li key={was.revision}>
          <span className="text-muted">
            <Trans>
              Corrected{' '}
              <time dateTime={was.at} className="figures">
                {formatTime(was.at, timeZone)}
              </time>
            </Trans>
          </span>
          <ul>
            {changesOf(was, corrections[index + 1] ?? trade, trade).map(({ what, ...change }) => (
              <li key={what}>
                {what}: <s className="figures text-muted">{change.was}</s>{' '}
                <span className="sr-only">{t`became`}</span>{' '}
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
    [t`Symbol`, figures.symbol],
    [t`Type`, figures.trade_type],
    [t`Volume`, formatVolume(figures.volume)],
    [t`Opened`, figures.opened_at],
    [t`Closed`, figures.closed_at ?? '–'],
    [t`Opening price`, price(figures.price)],
    [t`Closing price`, price(figures.close_price)],
    ['P&L', money(figures.profit)],
    [t`Before costs`, money(figures.gross_profit)],
    [t`Commission`, money(figures.commission)],
    [t`Swap`, money(figures.swap)],
    [t`Fee`, money(figures.fee)],
    [t`Risk at the stop`, money(figures.initial_risk)],
    [t`Status`, figures.status],
    [t`Decision`, figures.decision_id ?? 'none'],
  ];
}
