import type { Brand } from '@quorate/contract/brand';
import { composeLetter } from '../../../mail/letter.ts';
import type { Mail } from '../../../mail/mail.ts';

type Sender = { brand: Brand; publicUrl: string };
type Addressee = { to: string; username: string };

export function newAddressMail(
  { brand, publicUrl }: Sender,
  person: Addressee,
  token: string,
): Mail {
  return composeLetter(brand, {
    to: person.to,
    subject: `Confirm your new address for ${brand.name}`,
    paragraphs: [
      `Hello ${person.username},`,
      `please confirm that this address is yours. Then your ${brand.name} account has it instead of the old one.`,
    ],
    action: { label: 'Confirm new address', url: `${publicUrl}/verify-email?token=${token}` },
    note: 'The link works once, within 24 hours. If you did not ask for it, ignore this mail and do not follow the link.',
  });
}

/** Somebody gave an address that has an account of its own; only its owner is told. */
export function addressWantedMail({ brand, publicUrl }: Sender, person: Addressee): Mail {
  return composeLetter(brand, {
    to: person.to,
    subject: `Your address was given for another ${brand.name} account`,
    paragraphs: [
      `Hello ${person.username},`,
      'someone wanted another account to have this address, which already has an account: yours. Nothing was changed.',
      'If it was you, delete one of the two accounts first, or give the other one a different address.',
    ],
    action: { label: 'Sign in', url: `${publicUrl}/login` },
    note: 'If it was not you, there is nothing to do.',
  });
}
