/** Groups of calls; the first whose test fits takes a call. */
const GROUPS = [
  { name: 'operators', about: 'The back office', fits: /^\/api\/admin\// },
  {
    name: 'service',
    about: 'Whether the service runs, and this document',
    fits: /^\/(healthz|readyz|api\/openapi)/,
  },
  {
    name: 'sign-in',
    about: 'Accounts, sign-in, devices',
    fits: /^\/(signup|login|verify-email|resend-verification|forgot-password|reset-password|api\/(logout|devices))/,
  },
  {
    name: 'security',
    about: 'What protects an account',
    fits: /^\/api\/user\/(security|confirm|password|email|sessions|totp|recovery|passkeys|providers|device-codes|export$|delete)/,
  },
  {
    name: 'bot',
    about: 'What a bot sends and asks',
    fits: /^\/api\/bot\/(?!trade-statistics)/,
  },
  {
    name: 'decisions',
    about: 'Decisions, votes and the ledger',
    fits: /^\/api\/(user\/(decisions|decision-sums|voters|calibration|ledger)|ledger)/,
  },
  {
    name: 'trades',
    about: 'Trades, statistics, imports and exports',
    fits: /^\/api\/(bot\/trade-statistics|user\/(imports|exports|success-rate|trading-statistics|trade-charts|trade-provenance|equity-curve|performance|simulation|journal))/,
  },
  {
    name: 'live',
    about: 'Bots that run, and notices',
    fits: /^\/api\/(user\/(bots|live|notifications)|notifications)/,
  },
  {
    name: 'billing',
    about: 'Plans, payments and subscriptions',
    fits: /^\/api\/(saas|paddle|subscription|user\/(subscription|payments|dashboard))/,
  },
  { name: 'site', about: 'Reviews, guide, downloads, chat', fits: /^\// },
] as const;

export type Tag = (typeof GROUPS)[number]['name'];

/** From what programs of others call to what nobody but operators may. */
const SHOWN: readonly Tag[] = [
  'bot',
  'trades',
  'decisions',
  'live',
  'sign-in',
  'security',
  'billing',
  'site',
  'service',
  'operators',
];

/** Groups in the order in which they are shown. */
export const TAGS: ReadonlyArray<{ name: Tag; description: string }> = GROUPS.map(
  ({ name, about }) => ({ name, description: about }),
).sort((a, b) => SHOWN.indexOf(a.name) - SHOWN.indexOf(b.name));

/** @example tagOf('/api/reviews') // 'site' */
export function tagOf(path: string): Tag {
  return GROUPS.find(({ fits }) => fits.test(path))?.name ?? 'site';
}
