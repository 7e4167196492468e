import { SILENCES_TOLD_PER_HOUR } from '@quorate/contract/notifications';
import type { BotSilence, EndedSilence } from '../bot-silence.ts';

/** A silence as it is told, and whether it is the last one that is told within the hour. */
export type ToldSilence = BotSilence & Readonly<{ isLast: boolean }>;

/** @example botName(silence) // 'bot on demo account 5001 at Broker-Demo' */
export function botName({ accountType, login, server }: BotSilence): string {
  const account = accountType === 'demo' ? 'demo account' : 'account';
  return `bot on ${account} ${login} at ${server}`;
}

/** '2 March 2026 at 10:00 UTC' */
function momentInWords(moment: Date): string {
  const day = moment.toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
  return `${day} at ${timeOf(moment)}`;
}

/** '10:00 UTC' */
export function timeOf(moment: Date): string {
  return `${moment.toISOString().slice(11, 16)} UTC`;
}

/** @example openInWords(3) // '3 positions were open' */
export function openInWords(open: number): string {
  if (open === 0) return 'Nothing was open';
  return open === 1 ? '1 position was open' : `${open} positions were open`;
}

export function silentSince({ since, openPositions, ...bot }: ToldSilence): string {
  const what = botName({ since, openPositions, ...bot });
  const last = bot.isLast
    ? ` It has come and gone ${SILENCES_TOLD_PER_HOUR} times within an hour: you are told no more of it in this hour, and the dashboard shows it.`
    : '';
  return `Your ${what} was last heard of on ${momentInWords(since)}. ${openInWords(openPositions)} then.${last}`;
}

export function heardAgain(silence: EndedSilence): string {
  const minutes = Math.floor((silence.heardAt.getTime() - silence.since.getTime()) / 60_000);
  return `Your ${botName(silence)} is heard of again since ${timeOf(silence.heardAt)}, after ${durationInWords(minutes)}.`;
}

/** @param minutes at least 1 */
function durationInWords(minutes: number): string {
  if (minutes < 120) return `${minutes} minutes`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} hours` : `${Math.floor(hours / 24)} days`;
}
