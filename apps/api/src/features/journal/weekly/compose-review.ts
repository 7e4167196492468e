import type { ExitReason } from '@quorate/contract/trades';
import { REVIEW_FACTS, type ReviewFact, type WeeklyReview } from '@quorate/contract/weekly-review';
import { wordsOf } from '@quorate/trading/risk/rules';
import { HOUR_MS } from '@quorate/values/instant';
import { currencyOf, formatMoney, money } from '@quorate/values/money';
import type { Week } from './week.ts';
import type { Group, GroupDetails, NamedTrade, Sums } from './week-figures.queries.ts';

/** A fact, how much it tells, and what to ask about it. */
type Candidate = ReviewFact & Readonly<{ weight: number; question: string }>;

type Figures = Readonly<{ group: Group; details: GroupDetails; week: Week; timeZone: string }>;

/**
 * Three facts and one question about a week: the net result, and the two that tell most. The same figures
 * always give the same words.
 *
 * @param groups accounts with anything in the week; the review is of the first, the others get a line each
 */
export function composeReview(
  groups: readonly Group[],
  details: GroupDetails | null,
  { week, timeZone, running }: Readonly<{ week: Week; timeZone: string; running: boolean }>,
): WeeklyReview {
  const frame = { week: week.monday, until: week.sunday, running };
  const [group, ...others] = groups;
  if (!group || !details)
    return {
      ...frame,
      about: 'No account',
      facts: [
        {
          kind: 'quiet',
          text: 'No trade was closed and nothing was decided.',
          sample: 0,
          links: [],
        },
      ],
      question: 'Did the market offer nothing, or were you away?',
      others: [],
    };
  const chosen = chooseFacts({ group, details, week, timeZone });
  // The question is about what tells most; the result alone asks the least.
  const [asked] = chosen.toSorted((a, b) => b.weight - a.weight);
  return {
    ...frame,
    about: aboutWords(group),
    facts: chosen.map(({ weight: _, question: __, ...fact }) => fact),
    question: asked?.question ?? '',
    others: others.map(otherWords),
  };
}

function chooseFacts(figures: Figures): Candidate[] {
  const first = resultFact(figures);
  const rest = [
    nearLimit(figures),
    losingTag(figures),
    refused(figures),
    earlyExits(figures),
    bestAndWorst(figures),
    costs(figures),
    winRate(figures),
    decisions(figures),
    written(figures),
  ]
    .filter((fact) => fact !== null)
    .sort((a, b) => b.weight - a.weight);
  return [first, ...rest].slice(0, REVIEW_FACTS);
}

/** From this part of what a day allows, a limit came near. */
const NEAR_PART = 0.6;
/** Below this part of their best result, exits left much behind. */
const KEPT_PART = 0.6;

function resultFact({ group }: Figures): Candidate {
  const { week, before, currency } = group;
  if (week.trades === 0)
    return {
      kind: 'quiet',
      text:
        before.trades === 0
          ? 'No trade was closed, this week or the week before.'
          : `No trade was closed. The week before it was ${tradesWords(before.trades)}, for ${signed(before.net, currency)} net.`,
      sample: 0,
      links: [],
      weight: 5,
      question: 'What would have had to happen for you to trade this week?',
    };
  const result =
    week.net >= 0
      ? `You made ${signed(week.net, currency)} net over ${tradesWords(week.trades)}.`
      : `You lost ${plain(-week.net, currency)} net over ${tradesWords(week.trades)}.`;
  return {
    kind: 'net',
    text: `${result} ${beforeWords(before, currency)}`,
    sample: week.trades,
    links: [],
    weight: 15,
    question:
      week.net >= 0
        ? 'What did you do this week that you want to do again?'
        : 'What will you do differently next week?',
  };
}

function beforeWords(before: Sums, currency: string): string {
  return before.trades === 0
    ? 'The week before had no closed trade.'
    : `The week before it was ${signed(before.net, currency)} over ${tradesWords(before.trades)}.`;
}

function nearLimit({ group, details, timeZone }: Figures): Candidate | null {
  const { worstDay } = details;
  if (!worstDay || worstDay.fall < worstDay.allowed * NEAR_PART) return null;
  // A trading day begins at the server's midnight: its noon is on the same day nearly everywhere.
  const noon = new Date(worstDay.at.getTime() + 12 * HOUR_MS);
  const day = noon.toLocaleDateString('en-GB', { weekday: 'long', timeZone });
  const part = Math.round((worstDay.fall / worstDay.allowed) * 100);
  return {
    kind: 'near_limit',
    text: `A limit came near on ${day}: equity fell ${plain(worstDay.fall, group.currency)} from where the day began. That is ${part}% of the ${plain(worstDay.allowed, group.currency)} that your daily limit allows.`,
    sample: 1,
    links: [],
    weight: 100,
    question: `What would have kept ${day} smaller: fewer positions, or less risk on each?`,
  };
}

function losingTag({ group, details }: Figures): Candidate | null {
  const { tag } = details;
  if (!tag || tag.trades < 2) return null;
  return {
    kind: 'losing_tag',
    text: `Trades that you tagged “${tag.name}” lost ${plain(-tag.net, group.currency)}, over ${tradesWords(tag.trades)}.`,
    sample: tag.trades,
    links: [],
    weight: 90,
    question: `Would you take the trades tagged “${tag.name}” again?`,
  };
}

function refused({ details }: Figures): Candidate | null {
  const { all, known, r, rule, decisionId } = details.refused;
  if (all === 0) return null;
  const reason = rule === null ? '' : `, most often for: ${ruleName(rule)}`;
  const sum = Math.round(r * 10) / 10;
  const become =
    known === 0
      ? 'What they would have made is not known yet.'
      : `${known === all ? 'Together they' : `The ${known} whose end is known`} would have made ${signedNumber(sum)} R.`;
  return {
    kind: 'refused',
    text: `The risk desk refused ${all === 1 ? '1 trade' : `${all} trades`}${reason}. ${become}`,
    sample: all,
    links:
      decisionId === null
        ? []
        : [{ label: 'A refused trade', path: `/dashboard/decisions/${decisionId}` }],
    weight: known > 0 && Math.abs(sum) >= 0.5 ? 80 : 45,
    question:
      known > 0 && sum > 0
        ? 'Is the rule that refused these trades still right for you?'
        : 'Which of the refused trades did you want most, and why?',
  };
}

function earlyExits({ details, group }: Figures): Candidate | null {
  const { trades, byHand, gross, best } = details.early;
  if (trades < 2 || best <= 0) return null;
  const part = gross / best;
  const who = byHand === trades ? 'by hand' : byHand === 0 ? 'by your exit rules' : 'early';
  return {
    kind: 'early_exits',
    text: `${trades} of ${tradesWords(group.week.trades)} were closed ${who} before the target. They kept ${Math.round(part * 100)}% of the best result they had.`,
    sample: trades,
    links: [],
    weight: part < KEPT_PART ? 75 : 35,
    question:
      part < KEPT_PART
        ? 'What would you have needed to see to hold these trades to their target?'
        : 'Which of your early exits would you make again?',
  };
}

function bestAndWorst({ group, details }: Figures): Candidate | null {
  const { best, worst } = details;
  if (!best || !worst || group.week.trades < 2) return null;
  return {
    kind: 'best_worst',
    text: `Your best trade was ${tradeWords(best, group.currency)}. Your worst was ${tradeWords(worst, group.currency)}.`,
    sample: group.week.trades,
    links: [
      { label: 'Best trade', path: storyPath(best) },
      { label: 'Worst trade', path: storyPath(worst) },
    ],
    weight: 70,
    question: `Knowing what you knew then, would you take the ${worst.symbol} trade again?`,
  };
}

function costs({ group }: Figures): Candidate | null {
  const { week, currency } = group;
  if (week.costs >= 0 || week.trades === 0) return null;
  const part = week.gross > 0 ? Math.round((-week.costs / week.gross) * 100) : null;
  const share = part === null ? '' : `, ${part}% of what they made before costs`;
  return {
    kind: 'costs',
    text: `Commission, swap and fees came to ${plain(-week.costs, currency)}${share}.`,
    sample: week.trades,
    links: [],
    weight: part !== null && part >= 20 && week.trades >= 5 ? 60 : 30,
    question: 'Which of your trades were too small for their costs?',
  };
}

function winRate({ group }: Figures): Candidate | null {
  const { trades, wins, losses } = group.week;
  if (trades === 0) return null;
  const even = trades - wins - losses;
  return {
    kind: 'win_rate',
    text: `You won ${wins} of ${tradesWords(trades)} and lost ${losses}${even > 0 ? `; ${even} broke even` : ''}.`,
    sample: trades,
    links: [],
    weight: trades >= 5 ? 40 : 25,
    question: 'Were your winners larger than your losers, and was that your doing?',
  };
}

function decisions({ group }: Figures): Candidate | null {
  const { all, traded, vetoed } = group.decisions;
  if (all === 0) return null;
  return {
    kind: 'decisions',
    text: `Your analysts decided ${all === 1 ? 'once' : `${all} times`}: ${traded} became trades, and the risk desk refused ${vetoed}.`,
    sample: all,
    links: [],
    weight: group.week.trades === 0 ? 50 : 20,
    question: 'Do your analysts trade as often as you want them to?',
  };
}

function written({ group, details }: Figures): Candidate | null {
  const { trades } = group.week;
  if (trades === 0) return null;
  return {
    kind: 'written',
    text: `You wrote about ${details.written} of ${tradesWords(trades)}.`,
    sample: trades,
    links: [],
    weight: 10,
    question: 'Which trade taught you most, and did you write it down?',
  };
}

const ENDINGS: Readonly<Record<ExitReason, string>> = {
  target: 'which reached its target',
  stop: 'which hit its stop',
  managed: 'which your exit rules closed',
  manual: 'which you closed by hand',
  flattened: 'which was closed with everything else',
  stop_out: 'which the broker closed for want of margin',
};

function tradeWords({ symbol, trade_type, profit, exit_reason }: NamedTrade, currency: string) {
  const ending = exit_reason === null ? '' : `, ${ENDINGS[exit_reason]}`;
  return `${symbol} ${trade_type} with ${signed(profit, currency)}${ending}`;
}

/** Where a trade's story is. */
function storyPath({ decision_id, account_id, position_ticket }: NamedTrade): string {
  return decision_id === null
    ? `/dashboard/trades/${account_id}/${encodeURIComponent(position_ticket)}`
    : `/dashboard/decisions/${decision_id}`;
}

const KIND_WORDS = {
  real: ['Real account', 'real accounts'],
  unknown: ['Account', 'accounts'],
  demo: ['Demo account', 'demo accounts'],
  paper: ['Paper account', 'paper accounts'],
  practice: ['Practice account', 'practice accounts'],
} as const;

function aboutWords({ kind, currency, accounts }: Group): string {
  const [one, many] = KIND_WORDS[kind];
  const who = accounts.length === 1 ? one : `${accounts.length} ${many}`;
  return `${who} in ${currency}`;
}

function otherWords(group: Group): string {
  const { week, decisions: own, currency } = group;
  const what =
    week.trades > 0
      ? `${signed(week.net, currency)} over ${tradesWords(week.trades)}`
      : `no closed trade, ${own.all === 1 ? '1 decision' : `${own.all} decisions`}`;
  return `${aboutWords(group)}: ${what}.`;
}

function ruleName(rule: string): string {
  return (wordsOf(rule)?.label ?? rule.replaceAll('_', ' ')).toLowerCase();
}

function tradesWords(count: number): string {
  return count === 1 ? '1 trade' : `${count} trades`;
}

function plain(minor: number, currency: string): string {
  return formatMoney(money(Math.round(minor), currencyOf(currency)));
}

/** @example signed(-1234, 'USD') // '−12.34 USD' */
function signed(minor: number, currency: string): string {
  const sign = minor > 0 ? '+' : minor < 0 ? '−' : '';
  return `${sign}${plain(Math.abs(minor), currency)}`;
}

function signedNumber(value: number): string {
  return `${value > 0 ? '+' : value < 0 ? '−' : ''}${Math.abs(value).toFixed(1)}`;
}
