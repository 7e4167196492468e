import { msg, plural, select } from '@lingui/core/runtime-macro';
import type { ExitReason } from '@quorate/contract/trades';
import { REVIEW_FACTS, type ReviewFact, type WeeklyReview } from '@quorate/contract/weekly-review';
import { wordsOf } from '@quorate/trading/risk/rules';
import { HOUR_MS } from '@quorate/values/instant';
import { amountWords, dayWords } from '../../../words/figures.ts';
import type { I18n } from '../../../words/i18n.ts';
import type { Week } from './week.ts';
import type { Group, GroupDetails, NamedTrade, Sums } from './week-figures.queries.ts';

/** A fact, how much it tells, and what to ask about it. */
type Candidate = ReviewFact & Readonly<{ weight: number; question: string }>;

type Figures = Readonly<{
  i18n: I18n;
  group: Group;
  details: GroupDetails;
  week: Week;
  timeZone: string;
}>;

/** A review in the words of its reader. */
export type ComposedReview = Readonly<{
  review: WeeklyReview;
  /** The result in one sentence. */
  headline: string;
  /** Of the accounts it is about; null without any. */
  kind: Group['kind'] | null;
}>;

/** How many trades, within a message. */
const TRADES = { one: '# trade', other: '# trades' };

/**
 * Three facts and one question about a week: the net result, and the two that tell most. The same figures
 * always give the same words.
 *
 * @param groups accounts with anything in the week; the review is of the first, the others get a line each
 */
export function composeReview(
  i18n: I18n,
  groups: readonly Group[],
  details: GroupDetails | null,
  { week, timeZone, running }: Readonly<{ week: Week; timeZone: string; running: boolean }>,
): ComposedReview {
  const { t } = i18n;
  const frame = { week: week.monday, until: week.sunday, running };
  const [group, ...others] = groups;
  if (!group || !details) {
    const headline = t(msg`No trade was closed and nothing was decided.`);
    const review: WeeklyReview = {
      ...frame,
      about: t(msg`No account`),
      facts: [{ kind: 'quiet', text: headline, sample: 0, links: [] }],
      question: t(msg`Did the market offer nothing, or were you away?`),
      others: [],
    };
    return { review, headline, kind: null };
  }
  const chosen = chooseFacts({ i18n, group, details, week, timeZone });
  // The question is about what tells most; the result alone asks the least.
  const [asked] = chosen.toSorted((a, b) => b.weight - a.weight);
  const review = {
    ...frame,
    about: aboutWords(i18n, group),
    facts: chosen.map(({ weight: _, question: __, ...fact }) => fact),
    question: asked?.question ?? '',
    others: others.map((other) => otherWords(i18n, other)),
  };
  return { review, headline: headlineOf(i18n, group), kind: group.kind };
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

function resultFact({ i18n, group }: Figures): Candidate {
  const { t } = i18n;
  const { week, before, currency } = group;
  const headline = headlineOf(i18n, group);
  if (week.trades === 0) {
    const net = signed(i18n, before.net, currency);
    return {
      kind: 'quiet',
      text:
        before.trades === 0
          ? headline
          : `${headline} ${t(msg`The week before it was ${plural({ trades: before.trades }, TRADES)}, for ${{ net }} net.`)}`,
      sample: 0,
      links: [],
      weight: 5,
      question: t(msg`What would have had to happen for you to trade this week?`),
    };
  }
  return {
    kind: 'net',
    text: `${headline} ${beforeWords(i18n, before, currency)}`,
    sample: week.trades,
    links: [],
    weight: 15,
    question:
      week.net >= 0
        ? t(msg`What did you do this week that you want to do again?`)
        : t(msg`What will you do differently next week?`),
  };
}

/** The result of a week in one sentence. */
function headlineOf(i18n: I18n, { week, before, currency }: Group): string {
  const { t } = i18n;
  const { trades } = week;
  if (trades === 0)
    return before.trades === 0
      ? t(msg`No trade was closed, this week or the week before.`)
      : t(msg`No trade was closed.`);
  return week.net >= 0
    ? t(
        msg`You made ${{ net: signed(i18n, week.net, currency) }} net over ${plural({ trades }, TRADES)}.`,
      )
    : t(
        msg`You lost ${{ net: plain(i18n, -week.net, currency) }} net over ${plural({ trades }, TRADES)}.`,
      );
}

function beforeWords(i18n: I18n, { trades, net }: Sums, currency: string): string {
  return trades === 0
    ? i18n.t(msg`The week before had no closed trade.`)
    : i18n.t(
        msg`The week before it was ${{ net: signed(i18n, net, currency) }} over ${plural({ trades }, TRADES)}.`,
      );
}

function nearLimit({ i18n, group, details, timeZone }: Figures): Candidate | null {
  const { t } = i18n;
  const { worstDay } = details;
  if (!worstDay || worstDay.fall < worstDay.allowed * NEAR_PART) return null;
  // A trading day begins at the server's midnight: its noon is on the same day nearly everywhere.
  const noon = new Date(worstDay.at.getTime() + 12 * HOUR_MS);
  const day = dayWords(i18n, noon, { weekday: 'long', timeZone });
  const part = Math.round((worstDay.fall / worstDay.allowed) * 100);
  const fall = plain(i18n, worstDay.fall, group.currency);
  const allowed = plain(i18n, worstDay.allowed, group.currency);
  return {
    kind: 'near_limit',
    text: t(
      msg`A limit came near on ${{ day }}: equity fell ${{ fall }} from where the day began. That is ${{ part }}% of the ${{ allowed }} that your daily limit allows.`,
    ),
    sample: 1,
    links: [],
    weight: 100,
    question: t(
      msg`What would have kept ${{ day }} smaller: fewer positions, or less risk on each?`,
    ),
  };
}

function losingTag({ i18n, group, details }: Figures): Candidate | null {
  const { t } = i18n;
  const { tag } = details;
  if (!tag || tag.trades < 2) return null;
  const { name, trades } = tag;
  const loss = plain(i18n, -tag.net, group.currency);
  return {
    kind: 'losing_tag',
    text: t(
      msg`Trades that you tagged “${{ name }}” lost ${{ loss }}, over ${plural({ trades }, TRADES)}.`,
    ),
    sample: trades,
    links: [],
    weight: 90,
    question: t(msg`Would you take the trades tagged “${{ name }}” again?`),
  };
}

function refused({ i18n, details }: Figures): Candidate | null {
  const { t } = i18n;
  const { all, known, r, rule, decisionId } = details.refused;
  if (all === 0) return null;
  const trades = all;
  const result =
    rule === null
      ? msg`The risk desk refused ${plural({ trades }, TRADES)}.`
      : msg`The risk desk refused ${plural({ trades }, TRADES)}, most often for: ${{ rule: ruleName(i18n, rule) }}.`;
  const sum = Math.round(r * 10) / 10;
  return {
    kind: 'refused',
    text: `${t(result)} ${wouldHaveMade(i18n, { all, known, sum })}`,
    sample: all,
    links:
      decisionId === null
        ? []
        : [{ label: t(msg`A refused trade`), path: `/dashboard/decisions/${decisionId}` }],
    weight: known > 0 && Math.abs(sum) >= 0.5 ? 80 : 45,
    question:
      known > 0 && sum > 0
        ? t(msg`Is the rule that refused these trades still right for you?`)
        : t(msg`Which of the refused trades did you want most, and why?`),
  };
}

/** @param counts refused trades, those whose end is known, and what these would have made, in R */
function wouldHaveMade(
  { t }: I18n,
  { all, known, sum }: { all: number; known: number; sum: number },
): string {
  const figure = signedNumber(sum);
  if (known === 0) return t(msg`What they would have made is not known yet.`);
  return known === all
    ? t(msg`Together they would have made ${{ figure }} R.`)
    : t(msg`The ${{ known }} whose end is known would have made ${{ figure }} R.`);
}

function earlyExits({ i18n, details, group }: Figures): Candidate | null {
  const { t } = i18n;
  const { trades: early, byHand, gross, best } = details.early;
  if (early < 2 || best <= 0) return null;
  const part = gross / best;
  const how = byHand === early ? 'hand' : byHand === 0 ? 'rules' : 'both';
  const { trades } = group.week;
  return {
    kind: 'early_exits',
    text: t(
      msg`${{ early }} of ${plural({ trades }, TRADES)} were closed ${select({ how }, { hand: 'by hand', rules: 'by your exit rules', other: 'early' })} before the target. They kept ${{ part: Math.round(part * 100) }}% of the best result they had.`,
    ),
    sample: early,
    links: [],
    weight: part < KEPT_PART ? 75 : 35,
    question:
      part < KEPT_PART
        ? t(msg`What would you have needed to see to hold these trades to their target?`)
        : t(msg`Which of your early exits would you make again?`),
  };
}

function bestAndWorst({ i18n, group, details }: Figures): Candidate | null {
  const { t } = i18n;
  const { best, worst } = details;
  if (!best || !worst || group.week.trades < 2) return null;
  return {
    kind: 'best_worst',
    text: t(
      msg`Your best trade was ${{ best: tradeWords(i18n, best, group.currency) }}. Your worst was ${{ worst: tradeWords(i18n, worst, group.currency) }}.`,
    ),
    sample: group.week.trades,
    links: [
      { label: t(msg`Best trade`), path: storyPath(best) },
      { label: t(msg`Worst trade`), path: storyPath(worst) },
    ],
    weight: 70,
    question: t(
      msg`Knowing what you knew then, would you take the ${{ symbol: worst.symbol }} trade again?`,
    ),
  };
}

function costs({ i18n, group }: Figures): Candidate | null {
  const { t } = i18n;
  const { week, currency } = group;
  if (week.costs >= 0 || week.trades === 0) return null;
  const part = week.gross > 0 ? Math.round((-week.costs / week.gross) * 100) : null;
  const sum = plain(i18n, -week.costs, currency);
  return {
    kind: 'costs',
    text:
      part === null
        ? t(msg`Commission, swap and fees came to ${{ sum }}.`)
        : t(
            msg`Commission, swap and fees came to ${{ sum }}, ${{ part }}% of what they made before costs.`,
          ),
    sample: week.trades,
    links: [],
    weight: part !== null && part >= 20 && week.trades >= 5 ? 60 : 30,
    question: t(msg`Which of your trades were too small for their costs?`),
  };
}

function winRate({ i18n, group }: Figures): Candidate | null {
  const { t } = i18n;
  const { trades, wins, losses } = group.week;
  if (trades === 0) return null;
  const even = trades - wins - losses;
  return {
    kind: 'win_rate',
    text:
      even > 0
        ? t(
            msg`You won ${{ wins }} of ${plural({ trades }, TRADES)} and lost ${{ losses }}; ${{ even }} broke even.`,
          )
        : t(msg`You won ${{ wins }} of ${plural({ trades }, TRADES)} and lost ${{ losses }}.`),
    sample: trades,
    links: [],
    weight: trades >= 5 ? 40 : 25,
    question: t(msg`Were your winners larger than your losers, and was that your doing?`),
  };
}

function decisions({ i18n, group }: Figures): Candidate | null {
  const { t } = i18n;
  const { all, traded, vetoed } = group.decisions;
  if (all === 0) return null;
  return {
    kind: 'decisions',
    text: t(
      msg`Your analysts decided ${plural({ all }, { one: 'once', other: '# times' })}: ${{ traded }} became trades, and the risk desk refused ${{ vetoed }}.`,
    ),
    sample: all,
    links: [],
    weight: group.week.trades === 0 ? 50 : 20,
    question: t(msg`Do your analysts trade as often as you want them to?`),
  };
}

function written({ i18n, group, details }: Figures): Candidate | null {
  const { t } = i18n;
  const { trades } = group.week;
  if (trades === 0) return null;
  return {
    kind: 'written',
    text: t(msg`You wrote about ${{ written: details.written }} of ${plural({ trades }, TRADES)}.`),
    sample: trades,
    links: [],
    weight: 10,
    question: t(msg`Which trade taught you most, and did you write it down?`),
  };
}

/** How a trade came to its end, within a message. */
const ENDINGS = {
  target: 'which reached its target',
  stop: 'which hit its stop',
  managed: 'which your exit rules closed',
  manual: 'which you closed by hand',
  flattened: 'which was closed with everything else',
  stop_out: 'which the broker closed for want of margin',
  other: '',
} as const satisfies Readonly<Record<ExitReason | 'other', string>>;

function tradeWords(
  i18n: I18n,
  { symbol, trade_type: side, profit, exit_reason: ending }: NamedTrade,
  currency: string,
): string {
  const result = signed(i18n, profit, currency);
  return ending === null
    ? i18n.t(msg`${{ symbol }} ${{ side }} with ${{ result }}`)
    : i18n.t(msg`${{ symbol }} ${{ side }} with ${{ result }}, ${select({ ending }, ENDINGS)}`);
}

/** Where a trade's story is. */
function storyPath({ decision_id, account_id, position_ticket }: NamedTrade): string {
  return decision_id === null
    ? `/dashboard/trades/${account_id}/${encodeURIComponent(position_ticket)}`
    : `/dashboard/decisions/${decision_id}`;
}

function aboutWords(
  { t }: I18n,
  { kind, currency, accounts: { length: accounts } }: Group,
): string {
  switch (kind) {
    case 'real':
      return t(
        msg`${plural({ accounts }, { one: 'Real account', other: '# real accounts' })} in ${{ currency }}`,
      );
    case 'unknown':
      return t(
        msg`${plural({ accounts }, { one: 'Account', other: '# accounts' })} in ${{ currency }}`,
      );
    case 'demo':
      return t(
        msg`${plural({ accounts }, { one: 'Demo account', other: '# demo accounts' })} in ${{ currency }}`,
      );
    case 'paper':
      return t(
        msg`${plural({ accounts }, { one: 'Paper account', other: '# paper accounts' })} in ${{ currency }}`,
      );
    case 'practice':
      return t(
        msg`${plural({ accounts }, { one: 'Practice account', other: '# practice accounts' })} in ${{ currency }}`,
      );
  }
}

function otherWords(i18n: I18n, group: Group): string {
  const { week, decisions: own, currency } = group;
  const about = aboutWords(i18n, group);
  return week.trades > 0
    ? i18n.t(
        msg`${{ about }}: ${{ net: signed(i18n, week.net, currency) }} over ${plural({ trades: week.trades }, TRADES)}.`,
      )
    : i18n.t(
        msg`${{ about }}: no closed trade, ${plural({ decisions: own.all }, { one: '# decision', other: '# decisions' })}.`,
      );
}

function ruleName({ say }: I18n, rule: string): string {
  return say(wordsOf(rule)?.label ?? rule.replaceAll('_', ' ')).toLowerCase();
}

function plain(i18n: I18n, minor: number, currency: string): string {
  return amountWords(i18n, Math.round(minor), currency);
}

/** @example signed(i18n, -1234, 'USD') // '−12.34 USD' */
function signed(i18n: I18n, minor: number, currency: string): string {
  const sign = minor > 0 ? '+' : minor < 0 ? '−' : '';
  return `${sign}${plain(i18n, Math.abs(minor), currency)}`;
}

function signedNumber(value: number): string {
  return `${value > 0 ? '+' : value < 0 ? '−' : ''}${Math.abs(value).toFixed(1)}`;
}
