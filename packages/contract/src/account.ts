import { z } from 'zod';
import { EMAIL_MAX, EMAIL_PATTERN, EMAIL_SENTENCE, emailFault } from './email-address.ts';
import { defineEndpoint } from './endpoint.ts';
import { isStorable } from './fields.ts';
import { locale } from './locales.ts';
import { messageReply } from './reply.ts';
import { device, signedIn } from './session.ts';
import { plainUsername, usernameFault } from './usernames.ts';

/** Limits beyond the specification's sentences. Names and addresses compare without regard to case. */
export const PASSWORD_MAX = 128;
export const SIGNUP_PASSWORD_MIN = 8;
export const RESET_PASSWORD_MIN = 6;

export type SignupForm = {
  username: string;
  email: string;
  password: string;
  /** Not sent to the service, which takes them as given. */
  confirmPassword?: string;
  termsAccepted?: boolean;
};

export type FieldFault = { field: string; message: string };

/**
 * The sign-up rules in the order of the specification (section 5), then the limits it does not name.
 *
 * @param brandName what the product is called here, which no username may be; '' leaves that to the service
 * @returns the first fault, or null when the form may be sent
 */
export function signupFault(form: SignupForm, brandName = ''): FieldFault | null {
  const { username, email, password, confirmPassword = password, termsAccepted = true } = form;
  const empty = Object.entries({ username, email, password, confirmPassword }).find(
    ([, value]) => value.trim() === '',
  );
  if (empty) return { field: empty[0], message: 'All fields are required' };
  if (!termsAccepted) {
    return {
      field: 'terms',
      message: 'You must agree to the Terms of Service to create an account',
    };
  }
  if (password !== confirmPassword)
    return { field: 'confirmPassword', message: 'Passwords do not match' };
  if (password.length < SIGNUP_PASSWORD_MIN) {
    return { field: 'password', message: 'Password must be at least 8 characters long' };
  }
  const wrongEmail = emailFault(email);
  if (wrongEmail) return { field: 'email', message: wrongEmail };
  const wrongName = usernameFault(username, brandName);
  if (wrongName) return { field: 'username', message: wrongName };
  return passwordTooLong(password);
}

/** What a form may say beside each field at fault; the sentence and its order stay `signupFault`'s. */
export type FieldNotes = Readonly<Record<string, string>>;

/** @returns a note for every field at fault, by the field's name */
export function signupNotes(
  form: Required<Omit<SignupForm, 'termsAccepted'>>,
  brandName: string,
): FieldNotes {
  const { username, email, password, confirmPassword } = form;
  const notes: Record<string, string> = {};
  if (username.trim() === '') notes.username = 'Username is missing.';
  else Object.assign(notes, noteOf('username', usernameFault(username, brandName)));
  if (email.trim() === '') notes.email = 'Email is missing.';
  else if (!EMAIL_PATTERN.test(email.trim())) notes.email = 'Write it like name@example.com.';
  else if (email.trim().length > EMAIL_MAX) notes.email = `At most ${EMAIL_MAX} characters.`;
  else Object.assign(notes, noteOf('email', emailFault(email)));
  return { ...notes, ...passwordNotes(password, confirmPassword, SIGNUP_PASSWORD_MIN) };
}

/** The same for a new password. */
export function resetNotes(form: { password: string; confirmPassword: string }): FieldNotes {
  return passwordNotes(form.password, form.confirmPassword, RESET_PASSWORD_MIN);
}

function passwordNotes(password: string, repeated: string, least: number): FieldNotes {
  const notes: Record<string, string> = {};
  if (password === '') notes.password = 'Password is missing.';
  else if (password.length < least) {
    notes.password = `It has ${password.length} characters and needs ${least}.`;
  } else Object.assign(notes, noteOf('password', passwordTooLong(password)?.message ?? null));
  if (repeated === '') notes.confirmPassword = 'Repeat the password.';
  else if (repeated !== password)
    notes.confirmPassword = 'This is another password than the one above.';
  return notes;
}

function noteOf(field: string, message: string | null): FieldNotes {
  return message === null ? {} : { [field]: message };
}

/** The rules of a password that is changed while signed in: those of sign-up. */
export function passwordFault(password: string): FieldFault | null {
  if (password.length < SIGNUP_PASSWORD_MIN) {
    return { field: 'password', message: 'Password must be at least 8 characters long' };
  }
  return passwordTooLong(password);
}

/** The reset rules (specification, section 5). */
export function resetFault(form: {
  password: string;
  confirmPassword?: string;
}): FieldFault | null {
  if (form.password !== (form.confirmPassword ?? form.password)) {
    return { field: 'confirmPassword', message: 'Passwords do not match' };
  }
  if (form.password.length < RESET_PASSWORD_MIN) {
    return { field: 'password', message: 'Password must be at least 6 characters' };
  }
  return passwordTooLong(form.password);
}

function passwordTooLong(password: string): FieldFault | null {
  if (password.length <= PASSWORD_MAX) return null;
  return { field: 'password', message: `The password takes at most ${PASSWORD_MAX} characters` };
}

/** A paid plan that was chosen before there was an account: the mailed link carries it to any device. */
export const chosenPlan = z.object({
  plan: z.enum(['Starter', 'Pro', 'Elite']),
  billing: z.enum(['monthly', 'yearly']),
});
export type ChosenPlan = z.output<typeof chosenPlan>;

/** Wide enough for every sentence of `signupFault` to be reached; the rules themselves live there. */
const anyText = z.string().max(1_000);

export const signup = defineEndpoint({
  method: 'POST',
  path: '/signup',
  auth: 'none',
  summary:
    'Creates an account and mails a verification link; answers the same when the address is taken',
  body: z
    .object({
      username: anyText,
      email: anyText,
      password: anyText,
      chosen: chosenPlan.optional(),
      /** Which language mails come in; the one of Accept-Language, unless it is said. */
      locale: locale.optional(),
    })
    .superRefine((form, context) => {
      const fault = signupFault(form);
      if (fault) context.addIssue({ code: 'custom', path: [fault.field], message: fault.message });
    })
    .transform(({ username, email, password, chosen, locale }) => ({
      username: plainUsername(username),
      email: email.trim(),
      password,
      chosen,
      locale,
    })),
  reply: messageReply,
  errors: ['validation_failed', 'rate_limited', 'busy'],
});

export const login = defineEndpoint({
  method: 'POST',
  path: '/login',
  auth: 'none',
  summary: 'Opens a session with a username or an e-mail address and a password',
  body: z.object({
    username_or_email: z
      .string()
      .trim()
      .min(1, 'Enter your username or email')
      .max(EMAIL_MAX)
      .refine(isStorable, 'holds a character that no name has'),
    password: z.string().min(1, 'Enter your password').max(1_000),
    /** Set by a bot or desktop app, which gets a token of its own. */
    device: device.optional(),
  }),
  reply: signedIn,
  errors: [
    'validation_failed',
    'invalid_credentials',
    'email_not_verified',
    'second_factor_needed',
    'rate_limited',
    'busy',
  ],
});

export const logout = defineEndpoint({
  method: 'POST',
  path: '/api/logout',
  auth: 'user_or_device',
  signsOut: true,
  summary: 'Ends the session of the token that is sent',
  reply: messageReply,
  errors: ['unauthorized'],
});

export const verifyEmail = defineEndpoint({
  method: 'POST',
  path: '/verify-email',
  auth: 'none',
  summary: 'Confirms an e-mail address, a new one too, with the token of the mailed link',
  body: z.object({ token: z.string().min(1, 'No verification token provided').max(512) }),
  reply: messageReply,
  errors: [
    'validation_failed',
    'verification_invalid',
    'verification_expired',
    'already_verified',
    'email_taken',
    'rate_limited',
  ],
});

const emailBody = z.object({
  email: z.string().trim().max(EMAIL_MAX).regex(EMAIL_PATTERN, EMAIL_SENTENCE),
});

export const resendVerification = defineEndpoint({
  method: 'POST',
  path: '/resend-verification',
  auth: 'none',
  summary:
    'Mails a new verification link; answers the same whether or not an account waits for one',
  // The sign-in page passes on whatever was typed there, which may be a username.
  body: z.object({
    email: z
      .string()
      .trim()
      .min(1, 'Enter your email')
      .max(EMAIL_MAX)
      .refine(isStorable, 'holds a character that no address has'),
  }),
  reply: messageReply,
  errors: ['validation_failed', 'rate_limited'],
});

export const forgotPassword = defineEndpoint({
  method: 'POST',
  path: '/forgot-password',
  auth: 'none',
  summary: 'Mails a reset link; answers the same whether or not the account exists',
  body: emailBody,
  reply: messageReply,
  errors: ['validation_failed', 'rate_limited'],
});

export const resetPassword = defineEndpoint({
  method: 'POST',
  path: '/reset-password',
  auth: 'none',
  summary: 'Sets a new password with the token of the mailed link and ends every session',
  body: z
    .object({ token: z.string().min(1).max(512), password: z.string().max(1_000) })
    .superRefine((form, context) => {
      const fault = resetFault(form);
      if (fault) context.addIssue({ code: 'custom', path: [fault.field], message: fault.message });
    }),
  reply: messageReply,
  errors: ['validation_failed', 'reset_token_invalid', 'rate_limited', 'busy'],
});
