import type { Brand } from '@quorate/contract/brand';
import type { PlanName } from '@quorate/contract/plans';
import { composeLetter } from '../../../mail/letter.ts';
import type { Mail } from '../../../mail/mail.ts';
import type { Owner } from './users.deps.ts';

type Sender = Readonly<{ brand: Brand; publicUrl: string }>;
type Given = Readonly<{ plan: PlanName; until: Date | null }>;

/** That a plan was given, or is given no more. */
export function givenPlanMail(
  { brand, publicUrl }: Sender,
  { email, username }: Owner,
  { plan, until }: Given,
): Mail {
  const taken = plan === 'Free';
  return composeLetter(brand, {
    to: email,
    subject: taken ? `Your given ${brand.name} plan has ended` : `You have the ${plan} plan`,
    paragraphs: [
      `Hello ${username},`,
      taken
        ? 'a plan that was given to you is given no more. What you pay for yourself stays as it is.'
        : `the ${plan} plan was given to you ${until ? `until ${momentWords(until)}` : 'until further notice'}. Nothing is charged for it, and what you pay for yourself stays as it is.`,
    ],
    action: { label: 'Look at your plan', url: `${publicUrl}/dashboard` },
    note: `If you have a question about it, write to ${brand.supportEmail}.`,
  });
}

/** That an operator signed everybody out. */
export function signedOutMail({ brand, publicUrl }: Sender, owner: Owner, ended: number): Mail {
  const sessions = ended === 1 ? 'one session' : `${ended} sessions`;
  return composeLetter(brand, {
    to: owner.email,
    subject: 'You were signed out everywhere',
    paragraphs: [
      `Hello ${owner.username},`,
      `we ended ${sessions} of your account. Browsers, bots and desktop apps have to sign in again. Positions that are open stay open in your terminal with their stop loss.`,
    ],
    action: { label: 'Sign in', url: `${publicUrl}/login` },
    note: `If you did not ask for it, write to ${brand.supportEmail}: we did it for the safety of your account.`,
  });
}

/** '2 March 2026, 10:00 UTC' */
export function momentWords(moment: Date): string {
  const day = moment.toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
  return `${day}, ${moment.toISOString().slice(11, 16)} UTC`;
}
