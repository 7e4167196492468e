import { knownLocaleOf, type Locale, USUAL_LOCALE } from '@quorate/contract/locales';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type I18n, i18nOf } from '../words/i18n.ts';

/** The language that a request itself asks for. */
export function askedLocale({ headers }: FastifyRequest): Locale | undefined {
  return knownLocaleOf(headers['accept-language']);
}

/** The same, otherwise that of whoever is signed in. */
export function localeOfRequest(request: FastifyRequest): Locale {
  return askedLocale(request) ?? request.signedIn?.locale ?? USUAL_LOCALE;
}

/** What the sentences of an answer go through; the answer says which language it is in. */
export function i18nOfAnswer(request: FastifyRequest, reply: FastifyReply): I18n {
  const i18n = i18nOf(localeOfRequest(request));
  noteLanguage(reply, i18n.locale);
  return i18n;
}

/** Says that an answer is in a language, and that others would get it in another. */
export function noteLanguage(reply: FastifyReply, locale: Locale): void {
  reply.header('content-language', locale);
  const vary = String(reply.getHeader('vary') ?? '');
  if (/\baccept-language\b/i.test(vary)) return;
  reply.header('vary', vary === '' ? 'accept-language' : `${vary}, accept-language`);
}
