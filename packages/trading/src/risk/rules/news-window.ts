import { isoFromInstant } from '@quorate/values/instant';
import { denied } from '../refusal.ts';
import { NOT_KNOWN, passed, type StandingRule } from '../rule.ts';

/** What it refuses with, and the sentence of an example. */
export const codes = {
  news_window:
    'Non-Farm Payrolls at 2025-01-10T13:30:00.000Z concerns EURUSD: nothing is opened until 2025-01-10T13:32:00.000Z.',
} as const;

/** Around listed news on a symbol's currencies a rule set may want nothing opened. */
export const rule: StandingRule = {
  kind: 'standing',
  name: 'news_window',
  label: 'Around listed news',
  unit: 'yes/no',
  sign: '',
  refusedWhen:
    "now lies in the rule set's window around an event on one of the symbol's currencies; or no calendar covers it, and the profile holds trades then",
  check({ governor, instrument }) {
    if (!governor) return undefined;
    const { news } = governor;
    if (news.state === 'not_known')
      return news.holds
        ? denied(
            'news_window',
            0,
            'not known',
            `No calendar says whether news on ${instrument.symbol} is near: nothing is opened until one does.`,
          )
        : UNKNOWN;
    if (news.state === 'clear') return CLEAR;
    return denied(
      'news_window',
      0,
      1,
      `${news.title} at ${isoFromInstant(news.at)} concerns ${instrument.symbol}: nothing is opened until ${isoFromInstant(news.until)}.`,
    );
  },
};

const CLEAR = passed('news_window', 0, 0);
const UNKNOWN = passed('news_window', NOT_KNOWN, 0);
