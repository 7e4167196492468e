import { EXIT_SETTINGS, type ExitFields } from '@quorate/trading/exits/exits';
import { presetOf } from '@quorate/trading/governor/presets';
import type { NumberSetting } from '@quorate/trading/risk/rule';
import { PROFILE_SETTINGS, type RiskFields } from '@quorate/trading/risk/rules';
import { z } from 'zod';
import { verdictProfile } from './verdict-settings.ts';

const name = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9 _-]{0,39}$/,
    'must be 1 to 40 letters (A to Z), digits, spaces, - or _, a letter or digit first',
  );
/** A profile holds no secret, and what follows the path would end up in the middle of every call's. */
function isPlain(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && `${url.username}${url.password}${url.search}${url.hash}` === '';
}

/** Each figure of the risk settings under its name in the guide. Percentages as people write them: 1 is one percent. */
const riskNumbers = Object.fromEntries(
  PROFILE_SETTINGS.map((setting) => [setting.field, schemaOf(setting)]),
) as unknown as Readonly<{
  [Field in keyof RiskFields]: z.ZodDefault<z.ZodType<RiskFields[Field]>>;
}>;

function schemaOf({ least, most, whole, optional, default: usual }: NumberSetting) {
  const limits = `must be from ${least} to ${most}${whole ? ', a whole number' : ''}`;
  const number = (whole ? z.int(limits) : z.number(limits)).min(least, limits).max(most, limits);
  return optional ? number.nullable().default(usual) : number.default(usual ?? least);
}

const exitNumbers = Object.fromEntries(
  EXIT_SETTINGS.map((setting) => [setting.field, schemaOf(setting)]),
) as unknown as Readonly<{
  [Field in keyof ExitFields]: z.ZodDefault<z.ZodType<ExitFields[Field]>>;
}>;

/** How what is open is managed; every exit is off unless it is chosen. */
export const exitProfile = z.strictObject(exitNumbers);
export type ExitProfile = z.output<typeof exitProfile>;

/** The risk settings of a profile. */
export const riskProfile = z.strictObject({
  ...riskNumbers,
  /** Symbols as the user writes them; the bot finds the broker's suffix. */
  currency_pairs: z
    .array(
      z
        .string()
        .regex(
          /^[A-Za-z0-9._#+-]{3,32}$/,
          'must be a symbol such as EURUSD, as the terminal shows it',
        ),
    )
    .min(1, 'must have 1 to 64 entries')
    .max(64, 'must have 1 to 64 entries'),
});
export type RiskProfile = z.output<typeof riskProfile>;

/** Settings of older releases that nothing reads any more; a profile may still name them. */
const RETIRED = ['drawdown_pause_hours'];

function withoutRetired(risk: unknown): unknown {
  if (typeof risk !== 'object' || risk === null) return risk;
  return Object.fromEntries(Object.entries(risk).filter(([name]) => !RETIRED.includes(name)));
}

/** One configuration: a terminal, its account, and what may be risked on it. Secrets are in the vault. */
export const profile = z.strictObject({
  format: z.literal(1).default(1),
  configuration_name: name,
  service: z
    .url({ protocol: /^https?$/ })
    .refine(isPlain, 'no name and password, ? or # may stand in it')
    .default('http://localhost:3000'),
  /** Username or e-mail address at the service. */
  user: z.string().min(1).max(254),
  /** Folder or program of the terminal; null to find it. */
  terminal_path: z.string().min(1).max(1_000).nullable().default(null),
  account_number: z.string().regex(/^\d{1,20}$/, 'must be the digits of the account'),
  broker_server: z
    .string()
    .min(1, 'must have 1 to 64 letters')
    .max(64, 'must have 1 to 64 letters')
    .regex(/^\P{Cc}*$/u, 'must be one line of text'),
  account_type: z.enum(['demo', 'real']).default('demo'),
  timeframe: z.enum(['M1', 'M5', 'M15', 'M30', 'H1', 'H4', 'D1']).default('H1'),
  bridge: z
    .strictObject({
      port: z.int().min(1_024).max(65_535).default(7_420),
      transport: z.enum(['tcp', 'pipe']).default('tcp'),
      /** Marks this bot's orders in the terminal. */
      magic: z.int().min(1).max(2_147_483_647).default(7_420_001),
    })
    .prefault({}),
  /** Rules of the account by a preset's id; the owner's choice at the service comes first. null: its own limits. */
  rule_set: z
    .string()
    .refine((id) => presetOf(id) !== undefined, 'must be the id of a preset, or none')
    .nullable()
    .default(null),
  /** What the rules count from, in the account's currency; null for the balance when it is first governed. */
  initial_balance: z.number().positive('must be above 0').max(1e12).nullable().default(null),
  /** The account's number once more, where its rules do not allow automated trading. */
  automated_account: z.string().max(20).nullable().default(null),
  /** Whether positions that were opened by hand are closed with the rest when a floor is near. */
  close_hand_positions: z.boolean().default(false),
  /** What follows where the rules look at news, and no calendar tells of any. */
  news_without_calendar: z.enum(['trade', 'hold']).default('hold'),
  risk: z.preprocess(withoutRetired, riskProfile),
  verdict: verdictProfile.prefault({}),
  exits: exitProfile.prefault({}),
});
export type Profile = z.output<typeof profile>;

/** Capitals make no other profile. */
export function isSameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
