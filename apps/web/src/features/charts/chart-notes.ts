const BY_OPENING =
  'Net, by the time of opening on the trading server’s clock (New York + 7 hours).';

/** Names and notes of the charts: their places carry them as well while the charts load. */
export const CHART_NOTES = {
  equity: {
    title: 'Equity and drawdown',
    note: 'One account over true time, and how far it is below its highest point.',
  },
  calendar: {
    title: 'Calendar of daily results',
    note: 'Net by the day of closing, in your time zone. The stronger the shade, the larger the day. A day opens its trades.',
  },
  weekdays: { title: 'Results by weekday', note: BY_OPENING },
  hours: { title: 'Results by hour', note: BY_OPENING },
  sessions: { title: 'Results by session', note: BY_OPENING },
  r: {
    title: 'Distribution of R',
    note: 'Number of trades by their net result over what their first stop risked.',
  },
  symbols: {
    title: 'Results by symbol',
    note: 'Net of costs, the symbols with the most trades first.',
  },
} as const;
