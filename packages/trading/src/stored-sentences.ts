import type { StoredPair } from '@quorate/values/stored-sentences';
import { EXITS } from './exits/exits.ts';
import { RULE_WORDS } from './risk/rules.ts';

type ByFile = Readonly<Record<string, readonly string[]>>;

/** What checks and exits are called, in sentences and as `label` of what this package exports. */
export const STORED_LABELS: ByFile = {
  'packages/trading/src/risk/rules.ts': [...RULE_WORDS.values()].map(({ label }) => label),
  'packages/trading/src/exits/exits.ts': EXITS.map(({ exit }) => exit.label),
};

/** What is stored and is no sentence. */
export const STORED_NAMES: ByFile = {
  ...STORED_LABELS,
  'packages/trading/src/governor/presets.ts': ['Your own limits'],
};

/**
 * The sentences that are stored in English with decisions, refusals, events and imports, by the file that words them.
 * They are read in other languages by these patterns, each of which a catalogue translates whole. What is in braces
 * is filled in; a sentence that is worded anew there is worded anew here, or the test of this list fails.
 */
export const STORED_SENTENCES: ByFile = {
  ...STORED_NAMES,
  'packages/trading/src/ensemble/verdict-reason.ts': [
    'Hold: 1 analyst voted, {least} must.',
    'Hold: {voters} analysts voted, {least} must.',
    'Hold: the analysts point nowhere.',
    'Hold: {agreeing} of {voters} analysts ask for {side}, worth {voices} independent voices; {least} are needed.',
    'Hold: {known} of {needed} outcomes are known; before that nothing is proven.',
    'Hold: {side} is worth {value} R after costs, at least {least} R is needed.',
    'Hold: by {outcomes} outcomes {side} may earn as little as {value} R after costs; no edge is shown.',
    'Hold: nobody names a stop and a target.',
    'One analyst of proven skill asks for {side};',
    '{agreeing} of {voters} analysts agree on {side}, worth {voices} independent voices;',
    'by what they state: chance of one ATR up first {chance}, {value} R after costs.',
    'by what they state: chance of one ATR down first {chance}, {value} R after costs.',
    'by {outcomes} outcomes: chance of one ATR up first {chance}, {value} R after costs, at least {least} R with {confidence} confidence.',
    'by {outcomes} outcomes: chance of one ATR down first {chance}, {value} R after costs, at least {least} R with {confidence} confidence.',
  ],
  'packages/trading/src/ensemble/verdict-1.ts': [
    'Hold: {agreeing} of {voters} voters agree on a direction, {least} must.',
    'Hold: as many voters want to buy as to sell.',
    "Hold: the voters' probabilities differ by {value}, at most {most} is accepted.",
    'Hold: the pooled chance of {side} is {value}, at least {least} is needed.',
    '{agreeing} of {voters} voters agree on {side}; chance of one ATR up first {chance}, expected value {value} R after costs.',
    '{agreeing} of {voters} voters agree on {side}; chance of one ATR down first {chance}, expected value {value} R after costs.',
  ],
  'packages/trading/src/analysts/trend.ts': [
    'EMA20 is {distance} ATR above EMA50 and ADX is {adx}: the rise is likely to go on.',
    'EMA20 is {distance} ATR below EMA50 and ADX is {adx}: the fall is likely to go on.',
    'EMA20 is {distance} ATR above EMA50 and ADX is {adx}: no trend worth following (needs ADX {least} and {leastDistance} ATR).',
    'EMA20 is {distance} ATR below EMA50 and ADX is {adx}: no trend worth following (needs ADX {least} and {leastDistance} ATR).',
  ],
  'packages/trading/src/analysts/breakout.ts': [
    'The close is {distance} ATR above the 20-bar high with ATR at {ratio} of its mean: a break upwards.',
    'The close is {distance} ATR below the 20-bar low with ATR at {ratio} of its mean: a break downwards.',
    'The close is inside the 20-bar channel, {under} ATR under its high and {over} ATR over its low.',
  ],
  'packages/trading/src/analysts/mean-reversion.ts': [
    'The close is {distance} deviations below its 20-bar mean with RSI {rsi}: stretched, likely to come back up.',
    'The close is {distance} deviations above its 20-bar mean with RSI {rsi}: stretched, likely to come back down.',
    'The close is {distance} deviations above its 20-bar mean with RSI {rsi}: not stretched (needs {least} deviations and RSI {leastRsi} from 50).',
    'The close is {distance} deviations below its 20-bar mean with RSI {rsi}: not stretched (needs {least} deviations and RSI {leastRsi} from 50).',
  ],
  'packages/trading/src/analysts/grounded.ts': [
    'Abstained: voted on another snapshot.',
    'Abstained: p_up is {value}, it must lie from 0.01 to 0.99.',
    'Abstained: the reason has {length} characters, the limit is {limit}.',
    'Abstained: {side} contradicts p_up {value}.',
    'Abstained: the stop loss is {value} ATR, it must lie from 0.5 to 4.',
    'Abstained: the take profit is {value} ATR, it must lie above 0 and at most at 16.',
    'Abstained: {side} comes without evidence.',
    'Abstained: the snapshot has no {field}.',
    'Abstained: {field} is {actual} in the snapshot, not {value}.',
  ],
  'apps/api/src/models/vote-answer.ts': [
    'Abstained: it gives no reason.',
    'Abstained: it gives {count} pieces of evidence, the limit is {limit}.',
  ],
  'apps/api/src/models/call-failure.ts': [
    'Abstained: the answer is longer than 1 MB.',
    'Abstained: the provider sends us elsewhere.',
    'Abstained: the answer is cut off.',
    'Abstained: the answer is out of form.',
    'Abstained: the provider cannot be reached.',
    'Abstained: the provider takes no more questions now.',
    'Abstained: the provider failed with status {status}.',
    'Abstained: the provider refused with status {status}.',
    'Abstained: the provider broke off its answer.',
  ],
  'packages/trading/src/risk/desk-report.ts': ['not known'],
  'packages/trading/src/risk/position-size.ts': [
    'The smallest order of {symbol}, {lots} lots, would lose {loss} at its stop; the risk settings allow {allowed}.',
    'The smallest order of {symbol} needs {margin} of margin; {free} is free.',
    'The broker allows {limit} lots of {symbol} in one direction and leaves {left} of them; the smallest order is {least}.',
  ],
  'packages/trading/src/risk/rules/conversion-rate.ts': [
    '{symbol} cannot be valued in {currency} now: no quote gives a rate from {from} to {to}.',
  ],
  'packages/trading/src/risk/rules/crossed-quote.ts': [
    'The ask of {symbol} ({ask} points) is below its bid ({bid} points).',
  ],
  'packages/trading/src/risk/rules/currency-risk.ts': [
    'The {side} of {symbol} would bring what is risked on {currency} to {value} of the account, the limit is {limit}.',
  ],
  'packages/trading/src/risk/rules/daily-loss.ts': [
    "The day's loss reached {value} of the equity it began with, the limit is {limit}.",
  ],
  'packages/trading/src/risk/rules/daily-trades.ts': [
    '1 trade was opened today, the risk settings allow {limit}.',
    '{count} trades were opened today, the risk settings allow {limit}.',
  ],
  'packages/trading/src/risk/rules/drawdown.ts': [
    'The equity fell {value} from its highest, the limit is {limit}.',
  ],
  'packages/trading/src/risk/rules/headroom.ts': [
    'The smallest order of {symbol}, {lots} lots, needs {needed} with what is kept for slips; equity leaves {left}: open risk is {risk}, the floor {floor}, the buffer {buffer}.',
    'The smallest order of {symbol}, {lots} lots, needs {needed} with what is kept for slips; equity leaves {left}: open risk is {risk}, the worst slip of one symbol {slip} more, the floor that ends the account {floor}, the buffer {buffer}.',
    'The smallest order of {symbol}, {lots} lots, loses {loss} if {slipping} slips at its very worst; equity leaves {left}: open risk is {risk}, the floor that ends the account {floor}, the buffer {buffer}.',
  ],
  'packages/trading/src/risk/rules/losing-streak.ts': [
    'Trades lost in a row: {count}, the limit is {limit}.',
  ],
  'packages/trading/src/risk/rules/max-open-positions.ts': [
    '{count} positions are open, the risk settings allow {limit}.',
  ],
  'packages/trading/src/risk/rules/news-window.ts': [
    '{title} at {time} concerns {symbol}: nothing is opened until {until}.',
    'No calendar says whether news on {symbol} is near: nothing is opened until one does.',
  ],
  'packages/trading/src/risk/rules/owner-halt.ts': [
    'The bot is halted by its owner: nothing new is opened.',
  ],
  'packages/trading/src/risk/rules/plan-daily-trades.ts': [
    '1 trade was opened today, the plan allows {limit}.',
    '{count} trades were opened today, the plan allows {limit}.',
  ],
  'packages/trading/src/risk/rules/position-open.ts': [
    '{symbol} is held already: positions open {count}, at most 1.',
  ],
  'packages/trading/src/risk/rules/risk-percent.ts': [
    'The risk settings risk {value} on a trade, it must be above 0% and at most {most}.',
  ],
  'packages/trading/src/risk/rules/risk-reward.ts': [
    'The reward of the {side} of {symbol} is {value} times its risk after costs, at least {least} is required.',
  ],
  'packages/trading/src/risk/rules/rollover.ts': [
    '{symbol} is not opened from 23:55 to 01:00 server time; it is {time}.',
    '23:55 to 01:00 server time',
  ],
  'packages/trading/src/risk/rules/rule-set-floor.ts': [
    'Entries are off: equity has touched a floor of {rules}.',
    'Entries are off: everything was closed before a floor of {rules}.',
    "Entries are off: the week's profit has reached the limit of {rules}.",
    'Entries are off: the account stays flat until the day turns, by the rules of {rules}.',
    'They are on again when the week turns.',
    'They stay off until their owner begins again.',
    'They are on again at {time}.',
  ],
  'packages/trading/src/risk/rules/rule-set-positions.ts': [
    '{count} positions are open or on their way, the rule set allows {limit}.',
    'The rule set leaves {left} lots beside what is open; the smallest order of {symbol} is {least}.',
    'The rule set leaves {left} of risk at the stops; the smallest order of {symbol} risks {risk}.',
  ],
  'packages/trading/src/risk/rules/spread.ts': [
    'The spread of {symbol} is {value} points, the limit is {limit}.',
  ],
  'packages/trading/src/risk/rules/stale-decision.ts': [
    'The bar of {symbol} closed {age} seconds ago; a decision older than {limit} seconds is discarded.',
  ],
  'packages/trading/src/risk/rules/stop-loss.ts': [
    'The {side} of {symbol} has no stop loss; 1 is required.',
    'The stop loss of the {side} of {symbol} is {distance} points from the quote, at least {least} are required.',
  ],
  'packages/trading/src/risk/rules/symbol-allowed.ts': [
    '{symbol} is not among the symbols that may be traded ({list}).',
  ],
  'packages/trading/src/risk/rules/take-profit.ts': [
    'The {side} of {symbol} has no take profit, so its reward cannot be weighed against its risk.',
    'The take profit of the {side} of {symbol} is {distance} points from the quote, at least {least} are required.',
  ],
  'packages/trading/src/risk/rules/weekend.ts': [
    '{symbol} is not opened from Friday 23:00 server time until Monday; it is {time}.',
    'Friday 23:00 server time',
  ],
  'packages/trading/src/risk/rules/weekly-loss.ts': [
    "The week's loss reached {value} of the equity it began with, the limit is {limit}.",
  ],
  'packages/trading/src/risk/rules/weekly-profit.ts': [
    "The week's profit reached {value} of the equity it began with, the limit is {limit}.",
  ],
  'packages/trading/src/simulation/order-checks.ts': [
    '{lots} lots of {symbol} is not a whole number of steps of {step}.',
    '{lots} lots of {symbol} is below the minimum of {least}.',
    '{lots} lots of {symbol} is above the maximum of {most}.',
    '{lots} of the {open} lots of {ticket} cannot be closed: all can, or a part that leaves at least the minimum volume.',
    'The new stop loss of position {ticket} ({side} {symbol}) would stand {distance} points from the price, at least {least} are required.',
    'The new take profit of position {ticket} ({side} {symbol}) would stand {distance} points from the price, at least {least} are required.',
    'The stop loss of the {side} of {symbol} is {distance} points from the price it would be filled at, at least {least} are required.',
    'The take profit of the {side} of {symbol} is {distance} points from the price it would be filled at, at least {least} are required.',
    'Key {key} already stands for another order.',
    'This account trades {list}, not {symbol}.',
    'The order for {symbol} was good until {until}; the next price came at {time}.',
    'The {side} of {symbol} needs {needed} of margin; {free} is free.',
    'The last line has entries off: the order for {symbol} is not filled.',
    'No position with ticket {ticket} is open; {count} are.',
    'The newest quote of {symbol} is crossed (bid {bid}, ask {ask} points); nothing is closed on it.',
  ],
  'packages/trading/src/loop/core.ts': [
    'The decision to {side} {symbol} comes without a stop loss; both are required.',
    'The decision to {side} {symbol} comes without a take profit; both are required.',
    'The broker refused: {message}',
  ],
  'packages/trading/src/loop/trading-loop.ts': [
    'The stop of position {ticket} stays where it is: this broker moves none.',
    'The order {key} is on its way and can only be closed once it is filled.',
    'a broker that moves stops',
    'filled or refused',
  ],
  'packages/trading/src/loop/asking-limits.ts': [
    'Nothing is opened until its owner begins again.',
    'Trading resumes at {time}.',
  ],
  'packages/trading/src/loop/governing.ts': [
    'The account is locked.',
    'Equity {equity} has come within {buffer} and the cost of closing of {line} at {floor}: everything is closed.',
    '{rules} holds nothing over the weekend: everything is closed before it.',
    '{rules} is flat by {time} ({zone}): everything is closed before it.',
    '{title} is near: {symbol} is closed before its window, in which nothing may be filled.',
    'Open risk of {risk} does not fit between equity {equity} and the floor {floor}.',
    'The floor is about to rise from {floor}.',
    'Stops are drawn nearer, or positions closed, until it does.',
    'A slip at its very worst would lose {loss} beyond what is kept; {left} are left above {floor}, where the account ends.',
    'Positions are closed until it fits.',
    'The stop of {side} {symbol} moves from {from} to {to}.',
    '{lots} lots of {side} {symbol} are closed.',
    '{side} {symbol} is closed.',
    'The account has ended; a new one begins with {amount}.',
  ],
  'packages/trading/src/exits/decide-exits.ts': [
    '{exit}: {steps} of {opened} steps of {symbol} are closed.',
    '{exit}: the stop of {symbol} moves by being set for the first time.',
    '{exit}: the stop of {symbol} moves by {distance} points.',
    '{exit}: {symbol} is closed after {bars} bars.',
    '{exit}: {symbol} is closed after {bars} bars, against a verdict of {chance}.',
    '{exit}: the price is {distance} points from a level; nothing is changed within {freeze}.',
    '{exit}: its stop would be {distance} points from the price, at least {least} are required.',
    '{exit}: {steps} of {opened} steps of {symbol} is below the smallest order of {least}.',
    '{exit}: {steps} of {opened} steps of {symbol} would stay open, at least {least} must.',
  ],
  'packages/trading/src/governor/rule-set-words.ts': [
    'You may lose at most {most} a day, of {basis}.',
    'You may lose at most {most} a day, counted from {basis}.',
    'You may lose at most {most} a week, of {basis}.',
    'You may lose at most {most} a week, counted from {basis}.',
    'Profit you take that day may be lost again on top of it.',
    'The limit rises with {peak} during the day.',
    'The limit rises with {peak} during the week.',
    'You may lose at most {most} in all, counted from the initial balance.',
    'Equity must stay above {floor}.',
    'Equity must stay above a floor: {peak} less {most}.',
    'Equity must stay above a floor, {floor} at first: {peak} less {most}.',
    'The floor only rises.',
    'It stops rising at the initial balance.',
    'It stops rising at the initial balance ({amount}).',
    'It stops rising {percent} above the initial balance.',
    'The account is over once equity touches it.',
    'Touching it stops trading until the next day.',
    'Touching it stops trading until the next week.',
    'The profit target is {percent}.',
    'At least 1 trading day is needed.',
    'At least {days} trading days are needed.',
    'Only a day with at least {percent} profit counts.',
    'The best day may be at most {percent} of the whole profit.',
    "A week's profit of {percent} stops trading until the next week.",
    'No position may stay open over the weekend.',
    'All positions must be closed by {turn} each day.',
    'At most {lots} lots may be open.',
    'At most 1 position may be open.',
    'At most {count} positions may be open.',
    'All open positions together may risk at most {amount} at their stops.',
    "Nothing is opened from {before} minutes before to {after} minutes after high-impact news on the symbol's currencies.",
    "Nothing is opened from {before} minutes before to {after} minutes after medium- or high-impact news on the symbol's currencies.",
    "Nothing is opened from {before} minutes before to {after} minutes after listed news on the symbol's currencies.",
    "Nothing is opened or closed from {before} minutes before to {after} minutes after high-impact news on the symbol's currencies.",
    "Nothing is opened or closed from {before} minutes before to {after} minutes after medium- or high-impact news on the symbol's currencies.",
    "Nothing is opened or closed from {before} minutes before to {after} minutes after listed news on the symbol's currencies.",
    'Automated trading is allowed.',
    'Automated trading is not allowed.',
    'Automated trading is allowed only in some cases: ask the firm.',
    "These rules were last compared with {firm}'s {days} days ago.",
    "These rules were compared with {firm}'s on {day}.",
    '{firm} does not allow automated trading here.',
    'Rules change: check with your firm.',
  ],
  'packages/trading/src/governor/challenge.ts': [
    '{amount} more profit reaches the target of {percent}.',
    '1 more trading day.',
    '{days} more trading days.',
    '1 more trading day with at least {percent} profit.',
    '{days} more trading days with at least {percent} profit.',
    '{amount} more profit on other days, so that the best day is at most {percent} of it.',
  ],
  'apps/bot/src/live/last-decisions.ts': [
    '{side} is being checked by the risk rules.',
    'Refused by the rule {rule}: {message}',
    '{side} {lots} lots sent, stop {stop}, target {target}.',
    '{side} {lots} lots opened at {price}, stop {stop}, target {target}.',
  ],
  'apps/bot/src/live/floors-now.ts': [
    'A lock of the rules before still holds: a change of the rules lifts none.',
    'Equity has touched a limit of the account.',
    "The week's profit reached {percent}, at which your rules stop.",
    'Trading goes on next week.',
  ],
  'apps/bot/src/live/last-line.ts': [
    'The last line closed everything at an equity of {equity}; its floor is {floor}.',
    'The terminal cannot read its last line; nothing is opened until it holds one again.',
  ],
  'apps/bot/src/report/event-line.ts': [
    'Decided to {action}: {message}',
    'Refused: {message}',
    'Opened {side} {lots} {symbol} at {price}',
    'Partly closed {side} {lots} {symbol} at {price}',
    'Closed {side} {lots} {symbol} at {price} at {closed}: {result}',
    'No decision: {message}',
    'Paid in or out: {amount}, for the limits neither gain nor loss',
  ],
  'apps/bot/src/live/pages.ts': [
    'Everything is closed: nothing was open',
    'Everything is closed: {list}',
    'Position {ticket} had no stop and got one',
    'Position {ticket} had no stop and got one at {price}',
    'Position {ticket} had no stop and could get none: it is being closed',
    'Sends {side} {lots} {symbol}, stop {stop}, target {target}',
    'Told by {source} to close everything and open nothing more',
    'Told by {source} to open nothing more',
    'Told by {source} to go on',
  ],
  'packages/trade-import/src/position-columns.ts': [
    'Line {line}: the columns of the positions are not recognised.',
    'Not found: {list}.',
    'Found: {list}.',
  ],
  'packages/trade-import/src/positions.ts': [
    "{column} '{cell}' is not a number",
    "{column} '{cell}' is not a time such as 2025.01.31 14:05:00",
    "type '{cell}' is neither buy nor sell",
    "volume '{cell}' is not a number of lots",
    'is closed before it is opened',
  ],
  'packages/trade-import/src/read-report.ts': [
    'The section Positions is not in this file, under none of its names in seven languages.',
    'Found instead: {list}.',
    'Its {rows} rows have no such title.',
    'Save the history as a report in MetaTrader 5: History, right-click, Report.',
  ],
  'packages/trade-import/src/read-rows.ts': [
    'The file is empty.',
    'The file is larger than {size} MB.',
    'Save it for a shorter period, in parts.',
    'This is a workbook of the old kind (.xls).',
    'Save it as .xlsx, or save the report as HTML.',
    'This is a PDF.',
    'Save the report as HTML or XLSX in the terminal.',
    'This is no text, no page and no workbook.',
    'The file unpacks to more than {size} MB.',
    'The file is damaged: it cannot be unpacked.',
    'The table cannot be read: a quotation mark is never closed.',
    'The table has a line longer than {limit} characters, which no report has.',
    'The table has more than {limit} cells.',
  ],
  'packages/trade-import/src/read-xlsx.ts': [
    'The workbook cannot be read.',
    'The workbook holds {count} files; at most {limit} are read.',
    'The workbook unpacks to more than {size} MB, which no report does.',
    'The workbook is damaged: its parts cannot be unpacked.',
    'The workbook declares a document type, which no report does.',
    'The workbook has cells without a place.',
    'The workbook has a cell in column {column}; at most {limit} columns are read.',
    'The workbook has a tag or a text longer than {limit} bytes, which no report has.',
  ],
  'packages/trade-import/src/structure.ts': [
    'The page has tags within tags more than {limit} deep, which no report has.',
    'The page has more than {limit} tags.',
    'The workbook has tags within tags more than {limit} deep, which no report has.',
    'The workbook has more than {limit} tags.',
  ],
  'packages/trade-import/src/too-many-rows.ts': ['The report has more than {limit} rows.'],
};

/** What stands in a place of a sentence, and never alone. */
export const STORED_PARTS: ByFile = {
  'packages/trading/src/governor/rule-set-words.ts': [
    '{percent} of it',
    '{percent} of the initial balance',
    '{amount} ({percent} of {initial})',
    'the initial balance',
    'the balance at {turn}',
    'equity at {turn}',
    'the higher of balance and equity at {turn}',
    'the balance on Sunday at {turn}',
    'equity on Sunday at {turn}',
    'the higher of balance and equity on Sunday at {turn}',
    'the balance on Monday at {turn}',
    'equity on Monday at {turn}',
    'the higher of balance and equity on Monday at {turn}',
    'the highest balance at {turn}',
    'the highest balance so far',
    'the highest equity so far',
    '{clock} in {city}',
  ],
  'packages/trading/src/loop/governing.ts': [
    'the floor of the day',
    'the floor of the week',
    'the floor of the account',
  ],
  'packages/trading/src/risk/position-size.ts': ['an unknown amount'],
  'apps/bot/src/live/pages.ts': ['the dashboard', 'this computer', 'the file HALT', 'the terminal'],
  'packages/trade-import/src/positions.ts': [
    'time of opening',
    'time of closing',
    'price of opening',
    'price of closing',
    'profit',
    'commission',
    'position',
    'swap',
    'fee',
  ],
};

/** Those that are translated. @param textOf of a catalogue, by the English */
export function storedPairs(
  stored: ByFile,
  textOf: (english: string) => string | undefined,
): StoredPair[] {
  return Object.values(stored)
    .flat()
    .flatMap((english) => {
      const text = textOf(english);
      return text === undefined ? [] : [[english, text] as const];
    });
}
