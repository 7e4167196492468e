import { type Brand, DEFAULT_BRAND } from '@quorate/contract/brand';
import { z } from 'zod';

/** The variables of the brand. What passes stands in HTML, attributes, JSON and mail headers as it is. */
export const BRAND_ENVIRONMENT = {
  BRAND_NAME: line(30).default(DEFAULT_BRAND.name),
  BRAND_TAGLINE: line(120).default(DEFAULT_BRAND.tagline),
  SUPPORT_EMAIL: line(254).pipe(email()).default(DEFAULT_BRAND.supportEmail),
  SUPPORT_PHONE: line(30).pipe(phone()).default(DEFAULT_BRAND.phone),
  SUPPORT_HOURS: line(60).default(DEFAULT_BRAND.phoneHours),
  OFFICE: line(120).default(DEFAULT_BRAND.office),
  FOUNDER_NAME: line(80).default(DEFAULT_BRAND.founderName),
};

type BrandEnvironment = { [Name in keyof typeof BRAND_ENVIRONMENT]: string };

/** The brand that checked variables name. */
export function brandFrom(environment: BrandEnvironment): Brand {
  return {
    name: environment.BRAND_NAME,
    tagline: environment.BRAND_TAGLINE,
    supportEmail: environment.SUPPORT_EMAIL,
    phone: environment.SUPPORT_PHONE,
    phoneHours: environment.SUPPORT_HOURS,
    office: environment.OFFICE,
    founderName: environment.FOUNDER_NAME,
  };
}

/** Quoted: a name may hold a comma. Whoever is mailed recognises the site that they signed up at. */
export function defaultSender({ name, supportEmail }: Brand): string {
  return `"${name}" <no-reply@${supportEmail.slice(supportEmail.lastIndexOf('@') + 1)}>`;
}

/** Controls, line ends, and what turns the direction of the text around it. */
const UNSEEN = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;
const MARKUP = /[<>"\\`&{}]/;

function line(longest: number) {
  return z
    .string()
    .trim()
    .superRefine((text, context) => {
      const fault = (message: string) => context.addIssue({ code: 'custom', message });
      const { length } = text;
      if (length === 0) fault('must hold a word, and is blank');
      if (length > longest) fault(`must have at most ${longest} characters, and has ${length}`);
      const [markup] = MARKUP.exec(text) ?? [];
      if (markup) fault(`must not hold any of < > " \\ \` & { }, and holds ${markup}`);
      if (UNSEEN.test(text)) {
        fault(`must not hold control or direction characters, and holds ${unseenIn(text)}`);
      }
    });
}

function email() {
  return z.string().superRefine((text, context) => {
    if (z.email().safeParse(text).success) return;
    context.addIssue({
      code: 'custom',
      message: `must look like support@acme.example, and is ${text}`,
    });
  });
}

function phone() {
  return z.string().superRefine((text, context) => {
    const digits = text.replace(/\D/g, '').length;
    if (/^\+?[0-9 ()-]+$/.test(text) && digits >= 5 && digits <= 15) return;
    context.addIssue({
      code: 'custom',
      message: `must be 5 to 15 digits with spaces, ( ) and -, after a + or not, and is ${text}`,
    });
  });
}

/** Named by its number: printed as it is, it would do in a terminal what it must not do in a page. */
function unseenIn(text: string): string {
  const [character = ''] = UNSEEN.exec(text) ?? [];
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
