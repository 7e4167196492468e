import { type Currency, money, moneyToNumber } from '@quorate/values/money';
import { floorOf } from './lines.ts';
import { PRESET_FRESH_DAYS, presetAgeDays } from './presets.ts';
import type { EquityLine, LineAmount, NewsWindow, Preset, RuleSet, TurnsAt } from './rule-set.ts';

/** The account that rules are told for; without one they are told in percent. */
export type WordsAccount = Readonly<{ initialMinor: number; currency: Currency }>;

/** What a rule set asks for: each line and rule as plain sentences, the lines first, in their order. */
export function ruleSetWords(ruleSet: RuleSet, account: WordsAccount | null = null): string[] {
  return [
    ...ruleSet.lines.map((line) => lineWords(line, account)),
    ...targetWords(ruleSet, account),
    ...limitWords(ruleSet, account),
    automationWords(ruleSet),
  ];
}

/**
 * One line as sentences.
 *
 * @example lineWords(line, account) // 'You may lose at most $500 (5% of $10,000) a day, counted from the higher of balance and equity at 00:00 in Prague. …'
 */
export function lineWords(line: EquityLine, account: WordsAccount | null = null): string {
  const most = amountWords(line.amount, line.kind, account);
  if (line.kind === 'total') return `${totalWords(line, most, account)} ${touchWords(line)}`;
  const counted = countedFrom(line);
  const banked = line.bankedProfitWidens
    ? ' Profit you take that day may be lost again on top of it.'
    : '';
  const rises =
    line.trails === 'no' ? '' : ` The limit rises with ${peakWords(line)} during the ${line.kind}.`;
  const of = 'percentOfBasis' in line.amount ? 'of' : 'counted from';
  return `You may lose at most ${most} a ${line.kind}, ${of} ${counted}.${banked}${rises} ${touchWords(line)}`;
}

function totalWords(line: EquityLine, most: string, account: WordsAccount | null): string {
  const at =
    account && floorOf(line, account.initialMinor, account.initialMinor, account.initialMinor);
  const floor = account && at !== null ? amountText(at, account.currency) : null;
  if (line.trails === 'no') {
    const stay = floor === null ? '' : ` Equity must stay above ${floor}.`;
    return `You may lose at most ${most} in all, counted from the initial balance.${stay}`;
  }
  const begins = floor === null ? '' : `, ${floor} at first`;
  return `Equity must stay above a floor${begins}: ${peakWords(line)} less ${most}. The floor only rises.${stopWords(line, account)}`;
}

function stopWords(
  { stopsTrailingAtPercent: stop }: EquityLine,
  account: WordsAccount | null,
): string {
  if (stop === null) return '';
  if (stop === 0) {
    const start = account ? ` (${amountText(account.initialMinor, account.currency)})` : '';
    return ` It stops rising at the initial balance${start}.`;
  }
  return ` It stops rising ${stop}% above the initial balance.`;
}

function peakWords({ trails, turnsAt }: EquityLine): string {
  switch (trails) {
    case 'on_day_end_balance':
      return `the highest balance at ${turnWords(turnsAt)}`;
    case 'on_balance':
      return 'the highest balance so far';
    default:
      return 'the highest equity so far';
  }
}

function touchWords({ kind, onTouch }: EquityLine): string {
  if (onTouch === 'end') return 'The account is over once equity touches it.';
  const next = kind === 'week' ? 'week' : 'day';
  return `Touching it stops trading until the next ${next}.`;
}

function countedFrom({ kind, basis, turnsAt }: EquityLine): string {
  if (basis === 'start_balance') return 'the initial balance';
  const figure = {
    day_start_balance: 'the balance',
    day_start_equity: 'equity',
    higher_of_both: 'the higher of balance and equity',
  }[basis];
  const week = turnsAt.time >= '12:00' ? 'on Sunday ' : 'on Monday ';
  return `${figure} ${kind === 'week' ? week : ''}at ${turnWords(turnsAt)}`;
}

function amountWords(
  amount: LineAmount,
  kind: EquityLine['kind'],
  account: WordsAccount | null,
): string {
  if ('moneyMinor' in amount) {
    const { moneyMinor } = amount;
    // Presets with fixed amounts are of firms that keep accounts in dollars.
    return account
      ? amountText(moneyMinor, account.currency)
      : (moneyMinor / 100).toLocaleString('en');
  }
  if ('percentOfBasis' in amount)
    return `${amount.percentOfBasis}%${kind === 'total' ? ' of it' : ''}`;
  const percent = `${amount.percentOfInitial}%`;
  if (account === null) return `${percent} of the initial balance`;
  const { initialMinor, currency } = account;
  const minor = Math.floor((initialMinor * amount.percentOfInitial) / 100 + 1e-6);
  return `${amountText(minor, currency)} (${percent} of ${amountText(initialMinor, currency)})`;
}

/** @example turnWords({ time: '17:00', zone: 'America/New_York' }) // '17:00 in New York' */
export function turnWords({ time, zone }: TurnsAt): string {
  const fixed = /^Etc\/GMT([+-])(\d+)$/.exec(zone);
  // The names of these zones have the sign of the other direction.
  if (fixed) return `${time} UTC${fixed[1] === '-' ? '+' : '-'}${fixed[2]}`;
  if (/^(Etc\/)?(UTC|GMT)$/.test(zone)) return `${time} UTC`;
  return `${time} in ${(zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')}`;
}

/** Says an amount per day, per week and in total, in the language at hand. */
type SpanWords = Readonly<Record<EquityLine['kind'], (amount: string) => string>>;

/**
 * The limits of a rule set in half a sentence, in percent of what each counts from.
 *
 * @example limitsInShort(presetOf('ftmo-2-step'), spans) // '5% per day, 10% in total'
 */
export function limitsInShort({ lines }: RuleSet, spans: SpanWords): string {
  return lines.map(({ kind, amount }) => spans[kind](shortAmount(amount))).join(', ');
}

function shortAmount(amount: LineAmount): string {
  // Presets with fixed amounts are of firms that keep accounts in dollars.
  if ('moneyMinor' in amount) return `$${(amount.moneyMinor / 100).toLocaleString('en')}`;
  return `${'percentOfBasis' in amount ? amount.percentOfBasis : amount.percentOfInitial}%`;
}

function targetWords(ruleSet: RuleSet, account: WordsAccount | null): string[] {
  const { profitTargetPercent: target, fewestTradingDays: days, bestDayPercent: best } = ruleSet;
  const words: string[] = [];
  if (target !== null) {
    const minor = account && Math.ceil((account.initialMinor * target) / 100 - 1e-6);
    const money = account && minor !== null ? ` (${amountText(minor, account.currency)})` : '';
    words.push(`The profit target is ${target}%${money}.`);
  }
  if (days !== null && days > 0) {
    const least = ruleSet.tradingDayLeastPercent;
    const counts = least === null ? '' : ` Only a day with at least ${least}% profit counts.`;
    words.push(`At least ${days} trading ${days === 1 ? 'day is' : 'days are'} needed.${counts}`);
  }
  if (best !== null) words.push(`The best day may be at most ${best}% of the whole profit.`);
  if (ruleSet.weeklyProfitPercent !== null)
    words.push(
      `A week's profit of ${ruleSet.weeklyProfitPercent}% stops trading until the next week.`,
    );
  return words;
}

function limitWords(ruleSet: RuleSet, account: WordsAccount | null): string[] {
  const { news, flatBy, mostLots, mostPositions, mostOpenRiskPercent: risk } = ruleSet;
  const words: string[] = [];
  if (news !== null) words.push(newsWords(news));
  if (!ruleSet.weekendHolding) words.push('No position may stay open over the weekend.');
  if (flatBy !== null) words.push(`All positions must be closed by ${turnWords(flatBy)} each day.`);
  if (mostLots !== null) words.push(`At most ${mostLots} lots may be open.`);
  if (mostPositions !== null)
    words.push(
      `At most ${mostPositions} ${mostPositions === 1 ? 'position' : 'positions'} may be open.`,
    );
  if (risk !== null) {
    const minor = account && Math.floor((account.initialMinor * risk) / 100 + 1e-6);
    const money =
      account && minor !== null
        ? `${amountText(minor, account.currency)} (${risk}%)`
        : `${risk}% of the initial balance`;
    words.push(`All open positions together may risk at most ${money} at their stops.`);
  }
  return words;
}

function newsWords({ minutesBefore, minutesAfter, importance, bars }: NewsWindow): string {
  const what = bars === 'all' ? 'Nothing is opened or closed' : 'Nothing is opened';
  const events = { high: 'high-impact', medium: 'medium- or high-impact', low: 'listed' }[
    importance
  ];
  return `${what} from ${minutesBefore} minutes before to ${minutesAfter} minutes after ${events} news on the symbol's currencies.`;
}

function automationWords({ automatedTrading }: RuleSet): string {
  switch (automatedTrading) {
    case 'allowed':
      return 'Automated trading is allowed.';
    case 'not_allowed':
      return 'Automated trading is not allowed.';
    case 'ask':
      return 'Automated trading is allowed only in some cases: ask the firm.';
    default:
      return automatedTrading satisfies never;
  }
}

/** @example amountText(50_000, USD) // '$500' */
export function amountText(minor: number, currency: Currency): string {
  return new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    trailingZeroDisplay: 'stripIfInteger',
  })
    .format(moneyToNumber(money(minor, currency)))
    .replace('\u00a0', ' ');
}

/**
 * What a trader must know before a preset is used: how old it is, and what is not certain.
 *
 * @param today ISO day
 */
export function presetCautions(preset: Preset, today: string): string[] {
  const { firm, checkedOn, note } = preset.preset;
  const age = presetAgeDays(preset, today);
  const old =
    age > PRESET_FRESH_DAYS
      ? [`These rules were last compared with ${firm}'s ${age} days ago.`]
      : [`These rules were compared with ${firm}'s on ${checkedOn}.`];
  const notes = note === null ? [] : [note];
  const banned =
    preset.automatedTrading === 'not_allowed'
      ? [`${firm} does not allow automated trading here.`]
      : [];
  return [...banned, ...old, ...notes, 'Rules change: check with your firm.'];
}
