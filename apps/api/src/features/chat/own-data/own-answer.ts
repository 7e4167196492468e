import { UNLIMITED } from '@quorate/contract/plans';
import type { TradeStatistics } from '@quorate/contract/trades';
import { currencyDigits, currencyOf } from '@quorate/values/money';
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

const PERIOD_WORDS: Readonly<Record<OwnPeriod, string>> = {
  all: 'Over all time',
  daily: 'Today (UTC)',
  weekly: 'This week (UTC)',
  monthly: 'This month (UTC)',
};

/**
 * Answers questions such as "how many tokens do I have left?" by fixed rules.
 *
 * @returns null when it is no question about the asker's own plan, usage, results or decisions
 */
export async function answerOfOwn(own: OwnData, message: string): Promise<string | null> {
  const plain = plainWords(message).replace(HELLO, '');
  if (BOT.test(plain) && BOT_STATE.test(plain) && !NOT_ITS_STATE.test(plain))
    return botsText(await own.readBots());
  if (TOKENS_LEFT.test(plain)) return usageText(await own.readPlan());
  if (BILL.test(plain)) return planText(await own.readPlan());
  const asksLimit = LIMIT.test(plain) && LIMITED.test(plain) && MINE.test(plain);
  if (asksLimit && !NOT_OWN_LIMIT.test(plain)) return limitsText(await own.readPlan());
  if (!FIGURE.test(plain) || !MINE.test(plain) || DOING.test(plain)) return null;
  if (DECISIONS.test(plain)) return decisionsText(await own.readDecisions());
  if (TOKENS.test(plain)) return usageText(await own.readPlan());
  if (RESULTS.test(plain)) return statisticsText(await own.readStatistics(periodOf(plain)));
  if (PLAN.test(plain)) return planText(await own.readPlan());
  return null;
}

function botsText(bots: readonly OwnBot[]): string {
  const said =
    bots.length === 0
      ? 'No bot has connected to your account yet. Start one in the desktop app: /guide#start-bot'
      : bots.map(botText).join('\n');
  return `${said}\n\nFrom your account: /dashboard`;
}

function botText({ condition, state, account_type, open_positions, ...seen }: OwnBot): string {
  const which = account_type === 'unknown' ? 'Your bot' : `Your bot on the ${account_type} account`;
  const last = `last seen ${ago(seen.minutes_ago)} (${seen.last_seen.slice(0, 16).replace('T', ' ')} UTC)`;
  const open = `Open positions: ${open_positions}.`;
  if (condition === 'stopped')
    return `${which} is stopped; ${last}. ${open} To start it again, press Start Bot: /guide#start-bot`;
  if (condition === 'offline')
    return `${which} is offline; ${last}. ${open} Check that its computer is on and connected: /guide#no-connection`;
  if (state !== 'active')
    return `${which} is paused: it opens no new trades; ${last}. ${open} You may have switched entries off, or a daily loss, weekly loss or plan limit is reached. The app names which: /guide#bot-paused`;
  return `${which} is running; ${last}. ${open} If it opens no trade, its last decisions say why: /guide#no-trades`;
}

function ago(minutes: number): string {
  if (minutes < 1) return 'less than a minute ago';
  if (minutes < 120) return `${minutes} min ago`;
  return minutes < 2_880
    ? `${Math.floor(minutes / 60)} h ago`
    : `${Math.floor(minutes / 1_440)} days ago`;
}

function limitsText({ plan, limits }: OwnPlan): string {
  const any = (figure: number, things: string, unlimited = 'unlimited') =>
    `${figure === UNLIMITED ? unlimited : count(figure)} ${things}`;
  const { symbols_a_day, trades_a_day, terminal_accounts } = limits;
  const day = `${any(symbols_a_day, 'symbols a day')}, ${any(trades_a_day, 'trades a day')}`;
  return `Your ${plan} plan allows ${day} and ${any(terminal_accounts, 'terminal accounts', 'any number of')}.\n\nFrom your account: /dashboard`;
}

function periodOf(plain: string): OwnPeriod {
  if (/\b(today|daily|day)\b/.test(plain)) return 'daily';
  if (/\b(week|weekly)\b/.test(plain)) return 'weekly';
  if (/\b(month|monthly)\b/.test(plain)) return 'monthly';
  return 'all';
}

function usageText({ plan, usage }: OwnPlan): string {
  const { tokens_used, token_limit, tokens_remaining, period_end } = usage;
  const used = `You have used ${count(tokens_used)} tokens`;
  const rest =
    token_limit === UNLIMITED
      ? `${used}; your ${plan} plan has no token limit.`
      : `${used} of ${count(token_limit)} on your ${plan} plan; ${count(tokens_remaining)} are left until ${day(period_end)}.`;
  return `${rest}\n\nFrom your account: /dashboard`;
}

function planText({ plan, usd_a_month, source, subscription }: OwnPlan): string {
  const first = `You are on the ${plan} plan (${usd_a_month} USD a month in the price list).`;
  return [
    [first, subscriptionText(source, subscription)].join(' '),
    'From your account: /dashboard',
  ].join('\n\n');
}

function subscriptionText(source: OwnPlan['source'], each: OwnPlan['subscription']): string {
  if (!each) {
    if (source === 'given') return 'An operator gave it to you; nothing is billed.';
    if (source === 'payment')
      return 'Your payment has arrived; the subscription follows in a moment.';
    return 'You have no subscription.';
  }
  const bill = `${price(each.amount, each.currency)} ${each.currency} ${each.billing_cycle === 'yearly' ? 'a year' : 'a month'}`;
  if (each.ends_at)
    return `Your subscription (${bill}) is cancelled and ends on ${day(each.ends_at)}.`;
  if (each.status === 'past_due')
    return `A payment of your subscription (${bill}) is overdue${each.access_until ? `; the plan holds until ${day(each.access_until)}` : ''}.`;
  if (each.status === 'paused') return `Your subscription (${bill}) is paused.`;
  const next = each.next_billing_date ? `; the next bill is on ${day(each.next_billing_date)}` : '';
  return `Your subscription costs ${bill}${next}.`;
}

function statisticsText({ period, practice, currencies }: OwnStatistics): string {
  const when = `${PERIOD_WORDS[period]}${practice ? ', practice money on a made-up market' : ''}`;
  const lines = currencies.map(currencyText);
  const said =
    lines.length === 0
      ? `${when} there is no closed trade in your history.`
      : `${when}:${lines.length === 1 ? ' ' : '\n'}${lines.join('\n')}`;
  return `${said}\n\nFrom your account: /dashboard`;
}

function currencyText(figures: TradeStatistics): string {
  const { total_trades: total, winning_trades, losing_trades, win_rate, currency } = figures;
  const trades = `${count(total)} closed ${total === 1 ? 'trade' : 'trades'} in ${currency}`;
  const ended = `${count(winning_trades)} won and ${count(losing_trades)} lost`;
  return `${trades}, ${ended}; win rate ${win_rate} %, net profit ${amount(figures.net_profit, currency)} ${currency}.`;
}

function decisionsText(decisions: readonly OwnDecision[]): string {
  const lines = decisions.map(
    ({ at, account_type, symbol, action, agreeing, voters, outcome }) =>
      `${at.slice(0, 16).replace('T', ' ')} UTC ${symbol}${account_type === 'practice' ? ' (practice)' : ''}: ${action}, ${agreeing} of ${voters} agreed; ${outcome}`,
  );
  const said = lines.length === 0 ? 'There is no decision in your account yet.' : lines.join('\n');
  return `${said}\n\nFrom your account: /dashboard`;
}

/** A price without cents is written without them, as in the price list. */
function price(figure: number, currency: string): string {
  return Number.isInteger(figure) ? count(figure) : amount(figure, currency);
}

/** With as many decimals as its currency has. */
function amount(figure: number, currency: string): string {
  const digits = currencyDigits(currencyOf(currency));
  return figure.toLocaleString('en', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}

function count(figure: number): string {
  return figure.toLocaleString('en');
}

function day(iso: string): string {
  return iso.slice(0, 10);
}
