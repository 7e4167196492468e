import { resetFault, signupFault } from '@quorate/contract/account';
import { CONTACT_LIMITS } from '@quorate/contract/contact-limits';
import { emailFault } from '@quorate/contract/email-address';
import { typedTextFaults } from '@quorate/contract/fields';
import {
  JOURNAL_NOTE_MAX,
  JOURNAL_SETUP_LENGTH_MAX,
  JOURNAL_TAG_LENGTH_MAX,
  JOURNAL_TAGS_MAX,
} from '@quorate/contract/journal';
import { REVIEW_COMMENT_MAX, REVIEW_COMMENT_MIN } from '@quorate/contract/reviews';
import { usernameFault } from '@quorate/contract/usernames';

const FORM = {
  username: 'amina',
  email: 'amina@example.com',
  password: 'six ox in hay',
  confirmPassword: 'six ox in hay',
};
const LONG = 'x'.repeat(1_000);

/**
 * What forms say of what was typed there. The contract says it in English, as site, app and service share it; a
 * catalogue has each sentence by its English. Asked of the rules themselves, so that none is written twice.
 */
export const FAULT_TEXTS: readonly string[] = [
  ...new Set([
    ...[
      signupFault({ ...FORM, email: '' }),
      signupFault({ ...FORM, termsAccepted: false }),
      signupFault({ ...FORM, confirmPassword: 'x' }),
      signupFault({ ...FORM, password: 'x', confirmPassword: 'x' }),
      signupFault({ ...FORM, password: LONG, confirmPassword: LONG }),
      resetFault({ password: 'x' }),
    ].flatMap((fault) => fault?.message ?? []),
    ...['x', 'a b', 'aminа', 'amınaʘ', 'aɢent', 'support'].flatMap(
      (name) => usernameFault(name, '') ?? [],
    ),
    ...[
      'x',
      `${LONG}@example.com`,
      'a\u200bb@example.com',
      'a..b@example.com',
      'a@b..com',
      'a@-b.com',
      'a@1.2.3.4',
      'a@exаmple.com',
    ].flatMap((email) => emailFault(email) ?? []),
    'Enter your username or email',
    'Enter your password',
    'Enter your email',
    'Enter the code',
    'No verification token provided',
    'The rating is a whole number of stars',
    'The rating is 1 to 5 stars',
    ...[
      { min: 1, max: CONTACT_LIMITS.name, name: 'The name' },
      { min: 1, max: CONTACT_LIMITS.subject, name: 'The subject' },
      { min: 1, max: CONTACT_LIMITS.message, name: 'The message' },
      { min: REVIEW_COMMENT_MIN, max: REVIEW_COMMENT_MAX, name: 'The comment' },
      { min: 0, max: JOURNAL_NOTE_MAX, name: 'The note' },
      { min: 1, max: JOURNAL_TAG_LENGTH_MAX, name: 'A tag' },
      { min: 1, max: JOURNAL_SETUP_LENGTH_MAX, name: 'The set-up' },
      { min: 1, max: 40, name: 'The name' },
      { min: 1, max: 60, name: 'The name of the passkey' },
    ]
      .flatMap(typedTextFaults)
      .filter((text) => !text.includes('at least 0')),
    `An entry takes at most ${JOURNAL_TAGS_MAX} tags`,
  ]),
];
