import type { Brand } from '@quorate/contract/brand';
import { composeLetter, type Letter } from '../../mail/letter.ts';
import type { Mail } from '../../mail/mail.ts';
import type { EndedSilence } from '../bot-silence.ts';
import { botName, heardAgain, silentSince, type ToldSilence } from './notice-words.ts';

type Sender = Readonly<{ brand: Brand; publicUrl: string }>;

/** @param silences of one user, at least one */
export function silenceMail(sender: Sender, silences: readonly ToldSilence[]): Mail {
  const [first] = silences;
  if (!first) throw new Error('there is no silence to tell of');
  const open = silences.some(({ openPositions }) => openPositions > 0);
  const one = silences.length === 1;
  return letterTo(sender, first, {
    subject: one
      ? `Your ${botName(first)} is silent`
      : `${silences.length} of your bots are silent`,
    paragraphs: [
      ...silences.map(silentSince),
      open
        ? 'Stop losses and take profits that the broker has still hold. Nobody moves them, and nobody closes anything else, until the bot runs again.'
        : 'Nothing is opened until the bot runs again.',
      `What to do: see whether the computer is on and online, whether MetaTrader 5 is open and signed in to the account, and whether the bot runs. Once ${one ? 'it is' : 'they are'} back, ${one ? 'it goes' : 'they go'} on by ${one ? 'itself' : 'themselves'}.`,
    ],
  });
}

/** @param silences of one user, at least one */
export function backMail(sender: Sender, silences: readonly EndedSilence[]): Mail {
  const [first] = silences;
  if (!first) throw new Error('there is no silence to tell of');
  const subject =
    silences.length === 1
      ? `Your ${botName(first)} is heard of again`
      : `${silences.length} of your bots are heard of again`;
  return letterTo(sender, first, { subject, paragraphs: silences.map(heardAgain) });
}

function letterTo(
  { brand, publicUrl }: Sender,
  { email, username }: ToldSilence | EndedSilence,
  { subject, paragraphs }: Pick<Letter, 'subject' | 'paragraphs'>,
): Mail {
  return composeLetter(brand, {
    to: email,
    // One line: a line break in a header would begin another header.
    subject: subject.replace(/\s+/g, ' '),
    paragraphs: [`Hello ${username},`, ...paragraphs],
    action: { label: 'Open the dashboard', url: `${publicUrl}/dashboard` },
    note: `You get this mail because notices about silent bots are on. Turn them off, or have them sent to your browser, at ${publicUrl}/dashboard/security#notifications`,
  });
}
