import { t } from '@lingui/core/macro';
import type { DeskCheckReply } from '@quorate/contract/decision-outcomes';
import { wordsOf } from '@quorate/trading/risk/rules';
import { formatFigure } from '@quorate/ui/decision-words';
import { formatMoney } from '@quorate/ui/format';
import { storedSentence } from '@quorate/ui/stored-sentence';
import { formatTime } from '@quorate/ui/time-format';
import { currencyDigits, currencyOf } from '@quorate/values/money';

const isYesNo = (rule: string) => wordsOf(rule)?.unit === 'yes/no';

/** @example signOf('risk_reward') // '≥ ' */
export function signOf(rule: string): string {
  const sign = wordsOf(rule)?.sign ?? '';
  return sign === '' ? '' : `${sign} `;
}

type Check = Pick<DeskCheckReply, 'rule' | 'value' | 'limit' | 'unit'>;

/** What was found, with its unit. @param currency of the account */
export function checkValue({ rule, value, unit }: Check, currency: string): string {
  return figureWords(rule, value, unit, currency);
}

/** What it was held against, and on which side of it the value has to be. */
export function checkLimit({ rule, limit, unit }: Check, currency: string): string {
  if (limit === null) return t`none`;
  // The value beside it says the unit.
  const words = figureWords(rule, limit, unit === 'points' ? '' : unit, currency);
  return isYesNo(rule) || typeof limit === 'string' ? words : `${signOf(rule)}${words}`;
}

/** A bot's sentence in the reader's language and with its moments in their zone. @example inZone('until 2025-01-10T13:32:00.000Z.', 'UTC') // 'until 10 Jan 2025, 13:32.' */
export function inZone(sentence: string, timeZone: string): string {
  return storedSentence(sentence).replaceAll(
    /\b\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?Z/g,
    (iso) => (Number.isNaN(Date.parse(iso)) ? iso : formatTime(iso, timeZone)),
  );
}

function figureWords(
  rule: string,
  figure: DeskCheckReply['value'],
  unit: string,
  currency: string,
): string {
  if (typeof figure === 'string') return storedSentence(figure);
  if (isYesNo(rule)) return figure === 0 ? t`no` : t`yes`;
  switch (unit) {
    case 'minor':
      return formatMoney(figure / 10 ** currencyDigits(currencyOf(currency)), currency);
    case 'percent':
      return `${formatFigure(figure)}%`;
    case 'points':
      return t`${formatFigure(figure)} points`;
    case 'seconds':
      return `${formatFigure(figure)} s`;
    default:
      return formatFigure(figure);
  }
}
