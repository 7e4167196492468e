import type { MessageDescriptor } from '@lingui/core';
import { msg, plural } from '@lingui/core/runtime-macro';
import { UNLIMITED } from '@quorate/contract/plans';
import type { TradeStatistics } from '@quorate/contract/trades';
import { currencyDigits, currencyOf } from '@quorate/values/money';
import { countWords } from '../../../words/figures.ts';
import type { I18n } from '../../../words/i18n.ts';
import { plainWords } from '../advice.ts';
import type {
  OwnBot,
  OwnData,
  OwnDecision,
  OwnPeriod,
  OwnPlan,
  OwnStatistics,
} from './own-data.ts';

const HELLO = /^(hi|hello|hey|good (morning|afternoon|evening|day))[ ,.!]+/;
/** Asks how something is, and not how something is done. */
const FIGURE =
  /^(please )?(and )?(can you |could you )?(what|which|show|tell|how many|how much|how is|how's|how are|how did|how well|when|is|am|do|did|have|give|my|list)\b/;
const MINE = /\b(my|mine|i|me|i've|i'm|we|our)\b/;
const DOING =
  /\b(cancel|change|upgrade|downgrade|switch|refund|delete|why|where|if|exceed|run out|should|would|could i|can i|guarantee\w*|will i|allowed|password|mean|means)\b|\bhow (do|can|to|does)\b/;

const TOKENS = /\b(tokens?|usage|quota)\b/;
const RESULTS =
  /\b(profit|profits|pnl|p&l|earned|made|win rate|success rate|statistics|stats|lost|losses|performance|winning|wins|trades (did|have) i)\b/;
const PLAN = /\b(plan|subscription|renewal|renews?|billed|billing date|next bill|next payment)\b/;
const DECISIONS = /\b(last|latest|recent)( \w+)? (decisions?|verdicts?)\b/;

/** Asks what the asker's own bot is doing, not what bots do. */
const BOT = /\bbot\b/;
const BOT_STATE =
  /\b(running|run|runs|working|works|status|state|online|offline|stopped|stoped|stop trading|paused|pause|crash\w*|dead|down|connected|see|show up|shows? up|not|isn't|isnt|doing)\b/;
const NOT_ITS_STATE =
  /\b(how (do|can|to|does)|if (?!my bot is)|what happens|when i|should|can i|could i|does a|will|decide|trade without|borrow|loan)\b/;
const LIMIT = /\b(limits?|max|maximum|how many|allowed|another|more)\b/;
const NOT_OWN_LIMIT =
  /\b(starter|elite|free plan|exceed|reached|hit|runs? out|what happens|loss|lose|risk|won|lost|made|did|share|delete|close|password)\b/;
const LIMITED = /\b(symbols?|pairs?|instruments?|trades?|accounts?|terminals?)\b/;
const BILL =
  /\bnext (bill|payment|charge|invoice)|\bwhen\b.*\b(billed|charged|pay again|renew\w*|next payment)\b/;
const TOKENS_LEFT = /\b(tokens? (left|remaining)|remaining tokens|used up my tokens)\b/;

const PERIODS: Readonly<Record<OwnPeriod, MessageDescriptor>> = {
  all: msg`Over all time`,
  daily: msg`Today (UTC)`,
  weekly: msg`This week (UTC)`,
  monthly: msg`This month (UTC)`,
};

/**
 * Answers questions such as "how many tokens do I have left?" by fixed rules.
 *
 * @returns null when it is no question about the asker's own plan, usage, results or decisions
 */
export async function answerOfOwn(
  i18n: I18n,
  own: OwnData,
  message: string,
): Promise<string | null> {
  const said = await sayOwn(i18n, own, message);
  return said === null ? null : `${said}\n\n${i18n.t(msg`From your account: /dashboard`)}`;
}

async function sayOwn(i18n: I18n, own: OwnData, message: string): Promise<string | null> {
  const plain = plainWords(message).replace(HELLO, '');
  if (BOT.test(plain) && BOT_STATE.test(plain) && !NOT_ITS_STATE.test(plain))
    return botsText(i18n, await own.readBots());
  if (TOKENS_LEFT.test(plain)) return usageText(i18n, await own.readPlan());
  if (BILL.test(plain)) return planText(i18n, await own.readPlan());
  const asksLimit = LIMIT.test(plain) && LIMITED.test(plain) && MINE.test(plain);
  if (asksLimit && !NOT_OWN_LIMIT.test(plain)) return limitsText(i18n, await own.readPlan());
  if (!FIGURE.test(plain) || !MINE.test(plain) || DOING.test(plain)) return null;
  if (DECISIONS.test(plain)) return decisionsText(i18n, await own.readDecisions());
  if (TOKENS.test(plain)) return usageText(i18n, await own.readPlan());
  if (RESULTS.test(plain)) return statisticsText(i18n, await own.readStatistics(periodOf(plain)));
  if (PLAN.test(plain)) return planText(i18n, await own.readPlan());
  return null;
}

function botsText(i18n: I18n, bots: readonly OwnBot[]): string {
  return bots.length === 0
    ? i18n.t(
        msg`No bot has connected to your account yet. Start one in the desktop app: /guide#start-bot`,
      )
    : bots.map((bot) => botText(i18n, bot)).join('\n');
}

function botText(i18n: I18n, { condition, state, account_type, open_positions, ...seen }: OwnBot) {
  const { t } = i18n;
  const bot = t(
    account_type === 'unknown'
      ? msg`Your bot`
      : msg`Your bot on the ${{ account: account_type }} account`,
  );
  const last = t(
    msg`last seen ${{ ago: ago(i18n, seen.minutes_ago) }} (${{ moment: momentText(seen.last_seen) }} UTC)`,
  );
  const say = (state: MessageDescriptor, advice: MessageDescriptor) =>
    [state, msg`Open positions: ${{ open_positions }}.`, advice].map(t).join(' ');
  if (condition === 'stopped')
    return say(
      msg`${{ bot }} is stopped; ${{ last }}.`,
      msg`To start it again, press Start Bot: /guide#start-bot`,
    );
  if (condition === 'offline')
    return say(
      msg`${{ bot }} is offline; ${{ last }}.`,
      msg`Check that its computer is on and connected: /guide#no-connection`,
    );
  if (state !== 'active')
    return say(
      msg`${{ bot }} is paused: it opens no new trades; ${{ last }}.`,
      msg`You may have switched entries off, or a daily loss, weekly loss or plan limit is reached. The app names which: /guide#bot-paused`,
    );
  return say(
    msg`${{ bot }} is running; ${{ last }}.`,
    msg`If it opens no trade, its last decisions say why: /guide#no-trades`,
  );
}

function ago({ t }: I18n, minutes: number): string {
  if (minutes < 1) return t(msg`less than a minute ago`);
  if (minutes < 120) return t(msg`${{ minutes }} min ago`);
  if (minutes < 2_880) return t(msg`${{ hours: Math.floor(minutes / 60) }} h ago`);
  const days = Math.floor(minutes / 1_440);
  return t(msg`${plural({ days }, { one: '# day ago', other: '# days ago' })}`);
}

function limitsText({ t }: I18n, { plan, limits }: OwnPlan): string {
  const { symbols_a_day: symbols, trades_a_day: trades, terminal_accounts: accounts } = limits;
  const granted = {
    symbols:
      symbols === UNLIMITED
        ? msg`unlimited symbols a day`
        : msg`${plural({ symbols }, { one: '# symbol a day', other: '# symbols a day' })}`,
    trades:
      trades === UNLIMITED
        ? msg`unlimited trades a day`
        : msg`${plural({ trades }, { one: '# trade a day', other: '# trades a day' })}`,
    accounts:
      accounts === UNLIMITED
        ? msg`any number of terminal accounts`
        : msg`${plural({ accounts }, { one: '# terminal account', other: '# terminal accounts' })}`,
  };
  return t(
    msg`Your ${{ plan }} plan allows ${{ symbols: t(granted.symbols) }}, ${{ trades: t(granted.trades) }} and ${{ accounts: t(granted.accounts) }}.`,
  );
}

function periodOf(plain: string): OwnPeriod {
  if (/\b(today|daily|day)\b/.test(plain)) return 'daily';
  if (/\b(week|weekly)\b/.test(plain)) return 'weekly';
  if (/\b(month|monthly)\b/.test(plain)) return 'monthly';
  return 'all';
}

function usageText(i18n: I18n, { plan, usage }: OwnPlan): string {
  const { t } = i18n;
  const { tokens_used, token_limit, tokens_remaining, period_end } = usage;
  const used = countWords(i18n, tokens_used);
  if (token_limit === UNLIMITED)
    return t(msg`You have used ${{ used }} tokens; your ${{ plan }} plan has no token limit.`);
  const limit = countWords(i18n, token_limit);
  const left = countWords(i18n, tokens_remaining);
  return t(
    msg`You have used ${{ used }} tokens of ${{ limit }} on your ${{ plan }} plan; ${{ left }} are left until ${{ day: day(period_end) }}.`,
  );
}

function planText(i18n: I18n, { plan, usd_a_month, source, subscription }: OwnPlan): string {
  const first = i18n.t(
    msg`You are on the ${{ plan }} plan (${{ price: usd_a_month }} USD a month in the price list).`,
  );
  return [first, subscriptionText(i18n, source, subscription)].join(' ');
}

function subscriptionText(
  i18n: I18n,
  source: OwnPlan['source'],
  each: OwnPlan['subscription'],
): string {
  const { t } = i18n;
  if (!each) {
    if (source === 'given') return t(msg`An operator gave it to you; nothing is billed.`);
    if (source === 'payment')
      return t(msg`Your payment has arrived; the subscription follows in a moment.`);
    return t(msg`You have no subscription.`);
  }
  const { currency, ends_at, access_until, next_billing_date, status } = each;
  const amount = priceText(i18n, each.amount, currency);
  const bill = t(
    each.billing_cycle === 'yearly'
      ? msg`${{ amount }} ${{ currency }} a year`
      : msg`${{ amount }} ${{ currency }} a month`,
  );
  if (ends_at)
    return t(
      msg`Your subscription (${{ bill }}) is cancelled and ends on ${{ day: day(ends_at) }}.`,
    );
  if (status === 'past_due')
    return access_until
      ? t(
          msg`A payment of your subscription (${{ bill }}) is overdue; the plan holds until ${{ day: day(access_until) }}.`,
        )
      : t(msg`A payment of your subscription (${{ bill }}) is overdue.`);
  if (status === 'paused') return t(msg`Your subscription (${{ bill }}) is paused.`);
  return next_billing_date
    ? t(
        msg`Your subscription costs ${{ bill }}; the next bill is on ${{ day: day(next_billing_date) }}.`,
      )
    : t(msg`Your subscription costs ${{ bill }}.`);
}

function statisticsText(i18n: I18n, { period, practice, currencies }: OwnStatistics): string {
  const { t } = i18n;
  const span = t(PERIODS[period]);
  const when = practice ? t(msg`${{ span }}, practice money on a made-up market`) : span;
  const lines = currencies.map((figures) => currencyText(i18n, figures));
  if (lines.length === 0) return t(msg`${{ when }} there is no closed trade in your history.`);
  return `${when}:${lines.length === 1 ? ' ' : '\n'}${lines.join('\n')}`;
}

function currencyText(i18n: I18n, figures: TradeStatistics): string {
  const { total_trades: trades, winning_trades, losing_trades, win_rate, currency } = figures;
  const won = countWords(i18n, winning_trades);
  const lost = countWords(i18n, losing_trades);
  const profit = amountText(i18n, figures.net_profit, currency);
  return i18n.t(
    msg`${plural({ trades }, { one: '# closed trade', other: '# closed trades' })} in ${{ currency }}, ${{ won }} won and ${{ lost }} lost; win rate ${{ win_rate }} %, net profit ${{ profit }} ${{ currency }}.`,
  );
}

function decisionsText({ t }: I18n, decisions: readonly OwnDecision[]): string {
  if (decisions.length === 0) return t(msg`There is no decision in your account yet.`);
  return decisions
    .map(({ at, account_type, symbol, action, agreeing, voters, outcome }) => {
      const market = account_type === 'practice' ? t(msg`${{ symbol }} (practice)`) : symbol;
      const became = outcome ?? t(msg`not told yet`);
      return t(
        msg`${{ moment: momentText(at) }} UTC ${{ market }}: ${{ action }}, ${{ agreeing }} of ${{ voters }} agreed; ${{ became }}`,
      );
    })
    .join('\n');
}

/** A price without cents is written without them, as in the price list. */
function priceText(i18n: I18n, figure: number, currency: string): string {
  return Number.isInteger(figure) ? countWords(i18n, figure) : amountText(i18n, figure, currency);
}

/** With as many decimals as its currency has. */
function amountText({ numbers }: I18n, figure: number, currency: string): string {
  const digits = currencyDigits(currencyOf(currency));
  return figure.toLocaleString(numbers, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}

function day(iso: string): string {
  return iso.slice(0, 10);
}

/** '2026-03-02 10:15' */
function momentText(iso: string): string {
  return iso.slice(0, 16).replace('T', ' ');
}
