import type { ChosenPlan } from '@quorate/contract/account';
import type { Brand } from '@quorate/contract/brand';
import { composeLetter } from '../../mail/letter.ts';
import type { Mail } from '../../mail/mail.ts';

type Addressee = { to: string; username: string };
/** Links are built on PUBLIC_URL, never on the Host header of the request that asked for them. */
type Sender = { brand: Brand; publicUrl: string };

export function verificationMail(
  { brand, publicUrl }: Sender,
  person: Addressee,
  token: string,
  chosen: ChosenPlan | null,
): Mail {
  // The link may be opened where nobody has chosen a plan.
  const plan = chosen ? `&plan=${chosen.plan}&billing=${chosen.billing}` : '';
  return composeLetter(brand, {
    to: person.to,
    subject: `Confirm your email for ${brand.name}`,
    paragraphs: [
      `Hello ${person.username},`,
      'please confirm that this address is yours. Then you can sign in.',
    ],
    action: { label: 'Confirm email', url: `${publicUrl}/verify-email?token=${token}${plan}` },
    note: 'The link works once, within 24 hours. If you did not sign up, ignore this mail and do not follow the link.',
  });
}

export function resetMail({ brand, publicUrl }: Sender, person: Addressee, token: string): Mail {
  return composeLetter(brand, {
    to: person.to,
    subject: `Set a new password for ${brand.name}`,
    paragraphs: [`Hello ${person.username},`, 'someone asked for a new password for your account.'],
    action: { label: 'Set a new password', url: `${publicUrl}/reset-password?token=${token}` },
    note: 'The link works once, within 30 minutes, and signs you out everywhere. If it was not you, ignore this mail: your password stays as it is.',
  });
}

/** The sign-up page says the same whether or not an address is known; its owner learns the rest here. */
export function addressTakenMail({ brand, publicUrl }: Sender, person: Addressee): Mail {
  return composeLetter(brand, {
    to: person.to,
    subject: `You already have an account with ${brand.name}`,
    paragraphs: [
      `Hello ${person.username},`,
      'someone signed up with this address, which already has an account. Nothing was changed.',
      'If it was you, sign in with the password you chose before, or set a new one.',
    ],
    action: { label: 'Set a new password', url: `${publicUrl}/forgot-password` },
    note: 'If it was not you, there is nothing to do.',
  });
}

export function usernameTakenMail({ brand, publicUrl }: Sender, person: Addressee): Mail {
  return composeLetter(brand, {
    to: person.to,
    subject: `Choose another username for ${brand.name}`,
    paragraphs: [
      `Hello,`,
      `you signed up as "${person.username}", but that username belongs to someone else, so no account was made.`,
      'Please sign up again with another username.',
    ],
    action: { label: 'Sign up', url: `${publicUrl}/signup` },
    note: 'If you did not sign up, ignore this mail.',
  });
}
