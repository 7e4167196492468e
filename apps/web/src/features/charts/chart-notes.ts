import { t } from '@lingui/core/macro';

const BY_OPENING = t`Net, by the time of opening on the trading server’s clock (New York + 7 hours).`;

/** Names and notes of the charts: their places carry them as well while the charts load. */
export const CHART_NOTES = {
  equity: {
    title: t`Equity and drawdown`,
    note: t`One account over true time, and how far it is below its highest point.`,
  },
  calendar: {
    title: t`Calendar of daily results`,
    note: t`Net by the day of closing, in your time zone. The stronger the shade, the larger the day. A day opens its trades.`,
  },
  weekdays: { title: t`Results by weekday`, note: BY_OPENING },
  hours: { title: t`Results by hour`, note: BY_OPENING },
  sessions: { title: t`Results by session`, note: BY_OPENING },
  r: {
    title: t`Distribution of R`,
    note: t`Number of trades by their net result over what their first stop risked.`,
  },
  symbols: {
    title: t`Results by symbol`,
    note: t`Net of costs, the symbols with the most trades first.`,
  },
} as const;
