import { DEFAULT_BRAND } from '@quorate/contract/brand';

/** What a shared page's picture says, by the picture's name; home's says the brand's own sentence. */
export const SHARED = {
  pricing: 'Start free. Change plans at any time.',
  about: 'No single voice should move your money.',
  guide: 'From an empty computer to the first session.',
  contact: 'We reply within 24 hours.',
  policies: 'Our terms, in plain words.',
  status: 'Is it up? Measured each minute.',
  changelog: 'What is new, day by day.',
  demo: 'Look around. No sign-up needed.',
  verify: 'Check a record in your browser.',
  models: 'How every model has done. On record.',
} as const;

/** Below each of these sentences, and beside its drawing of three votes. */
export const SHARED_WORDS = {
  note: 'AI-assisted forex trading. Trading carries risk of loss.',
  buy: 'buy',
  hold: 'hold',
  quorum: 'quorum',
} as const;

/** What the home screen's icon leads to; the manifest names them. */
export const SHORTCUTS = ['Overview', 'Statistics', 'Trade History', 'Decisions'] as const;

/** What a push that cannot be read is shown as. */
export const NEWS = { title: 'News of your bots', body: 'See the dashboard.' } as const;

/** What is said in files that no code of a page has, and so stands in the catalogues by its English. */
export const SITE_TEXTS: readonly string[] = [
  DEFAULT_BRAND.tagline,
  ...Object.values(SHARED),
  ...Object.values(SHARED_WORDS),
  ...SHORTCUTS,
  ...Object.values(NEWS),
];
