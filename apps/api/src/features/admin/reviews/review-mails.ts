import type { Brand } from '@quorate/contract/brand';
import { composeLetter } from '../../../mail/letter.ts';
import type { Mail } from '../../../mail/mail.ts';

type Sender = Readonly<{ brand: Brand; publicUrl: string }>;
type Author = Readonly<{ email: string; user_name: string }>;

export function hiddenMail({ brand, publicUrl }: Sender, author: Author, reason: string): Mail {
  return composeLetter(brand, {
    to: author.email,
    subject: 'Your review is off the site',
    paragraphs: [
      `Hello ${author.user_name},`,
      'your review is not shown on the site any more. The reason:',
      reason,
      'Your words are kept. If you write them anew, they stay off the site until somebody here has read them.',
    ],
    action: { label: 'See the reviews', url: `${publicUrl}/#reviews` },
    note: `If you think that this is a mistake, write to ${brand.supportEmail}.`,
  });
}

export function shownMail({ brand, publicUrl }: Sender, author: Author): Mail {
  return composeLetter(brand, {
    to: author.email,
    subject: 'Your review is on the site again',
    paragraphs: [`Hello ${author.user_name},`, 'your review is shown on the site again.'],
    action: { label: 'See the reviews', url: `${publicUrl}/#reviews` },
  });
}
