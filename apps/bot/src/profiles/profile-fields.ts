import { EXIT_SETTINGS } from '@quorate/trading/exits/exits';
import type { NumberSetting } from '@quorate/trading/risk/rule';
import { PROFILE_SETTINGS } from '@quorate/trading/risk/rules';
import type { z } from 'zod';
import { exitProfile, profile, riskProfile } from './profile.ts';
import { verdictProfile } from './verdict-settings.ts';

/** One field of a profile as people give it: by an option or as an answer. */
export type ProfileField = Readonly<{
  /** As in the file: `user`, `risk.maximum_daily_trades`. */
  path: string;
  /** Without dashes before it: `maximum-daily-trades`. */
  option: string;
  what: string;
  /** Whether it is asked of somebody at a terminal. */
  asked: boolean;
  schema: z.ZodType;
}>;

const bridge = profile.shape.bridge.unwrap();

/** The risk settings say themselves what they are; those of the guide are asked. */
const settingsWhere = (isGuide: boolean) =>
  Object.fromEntries(
    PROFILE_SETTINGS.filter(({ guide }) => (guide !== undefined) === isGuide).map((setting) => [
      `risk.${setting.field}`,
      whatOf(setting),
    ]),
  );

/** What each field is, in the order in which they are asked; the others follow. */
const ASKED: Readonly<Record<string, string>> = {
  user: 'username or e-mail address at the service',
  service: 'address of the service',
  account_number: 'number (login) of the terminal account',
  broker_server: 'server of the broker, as the terminal shows it',
  account_type: 'account type: demo or real',
  terminal_path: 'folder of the terminal, or none to find it',
  'risk.currency_pairs': 'currency pairs, with commas between',
  ...settingsWhere(true),
};
const OTHERS: Readonly<Record<string, string>> = {
  timeframe: 'length of the candles that are decided on',
  rule_set: 'rules of the account: the id of a preset, or none for its own limits',
  initial_balance: 'what the rules count from, or none for the balance at the beginning',
  automated_account:
    'number of the account once more, where its rules do not allow automated trading',
  close_hand_positions: 'whether positions opened by hand are closed with the rest: on or off',
  news_without_calendar: 'where the rules look at news and no calendar tells of any: trade or hold',
  'bridge.port': 'port at which the bot listens for the terminal',
  'bridge.transport': 'tcp, or pipe (Windows)',
  'bridge.magic': 'number that marks the orders of this bot',
  'verdict.mode': 'what trades rest on: learning, proven, or none for what the account usually has',
  'verdict.min_expected_r': 'least expected result of a trade after costs, in R, 0 to 5',
  'verdict.one_proven': 'whether one analyst of proven skill may carry a trade: on or off',
  'verdict.confidence_percent': 'how sure the lower bound by the record has to be (%), 60 to 95',
  ...settingsWhere(false),
  ...Object.fromEntries(EXIT_SETTINGS.map((each) => [`exits.${each.field}`, whatOf(each)])),
};

const SCHEMAS: Readonly<Record<string, z.ZodType>> = {
  ...profile.shape,
  ...under('bridge', bridge.shape),
  ...under('risk', riskProfile.shape),
  ...under('exits', exitProfile.shape),
  ...under('verdict', verdictProfile.shape),
};
/** Named otherwise on the command line. */
const OPTIONS: Readonly<Record<string, string>> = {
  'verdict.mode': 'verdict',
  'verdict.confidence_percent': 'confidence',
};
/** Made, not given. */
const NOT_GIVEN = ['format', 'configuration_name', 'bridge', 'risk', 'exits', 'verdict'];

/** Every field that can be given, those that are asked first. */
export const PROFILE_FIELDS: readonly ProfileField[] = [
  ...Object.keys(ASKED),
  ...Object.keys(SCHEMAS).filter((path) => !(path in ASKED) && !NOT_GIVEN.includes(path)),
].flatMap((path) => {
  const schema = SCHEMAS[path];
  const last = path.split('.').at(-1) ?? path;
  const what = ASKED[path] ?? OTHERS[path] ?? last.replaceAll('_', ' ');
  const option = OPTIONS[path] ?? last.replaceAll('_', '-');
  return schema ? [{ path, option, what, schema, asked: path in ASKED }] : [];
});

/** A setting as a line of help. @example 'Daily loss limit (%), 0.1 to 100. A day that …' */
export function whatOf({ label, unit, least, most, optional, help }: NumberSetting): string {
  return `${label} (${unit}), ${least} to ${most}${optional ? ' or none' : ''}. ${help}`;
}

/**
 * What a typed text means for a field: `none` is null, `on` and `off` are true and false, commas make a list,
 * digits a number, wherever the field takes that. Whether the value is right is the profile's to say.
 */
export function typedValue({ schema }: ProfileField, text: string): unknown {
  const numeric = /^-?\d+(\.\d+)?$/.test(text);
  const list = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const meanings: readonly unknown[] = [
    ...(text.toLowerCase() === 'none' ? [null] : []),
    ...(numeric ? [Number(text)] : []),
    ...(text === 'on' || text === 'off' ? [text === 'on'] : []),
    text,
    list,
  ];
  const right = meanings.find((meaning) => schema.safeParse(meaning).success);
  if (right !== undefined) return right;
  // A list with a wrong entry is still a list, so that the entry is named.
  if (schema.safeParse(['EURUSD']).success) return list;
  return schema.safeParse(1).success || schema.safeParse(100).success
    ? (meanings[0] ?? text)
    : text;
}

/** A document with the value at a field; the one given stays as it is. */
export function withField(
  document: Readonly<Record<string, unknown>>,
  path: string,
  value: unknown,
): Readonly<Record<string, unknown>> {
  const [first = path, second] = path.split('.');
  if (second === undefined) return { ...document, [first]: value };
  const group = document[first];
  const inside = typeof group === 'object' && group !== null ? group : {};
  return { ...document, [first]: { ...inside, [second]: value } };
}

/** The value at a field of a document. */
export function fieldOf(document: Readonly<Record<string, unknown>>, path: string): unknown {
  const [first = path, second] = path.split('.');
  const value = document[first];
  if (second === undefined) return value;
  return typeof value === 'object' && value !== null ? Reflect.get(value, second) : undefined;
}

/** A value as it is typed. */
export function typedText(value: unknown): string {
  if (value === null) return 'none';
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (Array.isArray(value)) return value.join(',');
  return typeof value === 'string' ? value : JSON.stringify(value ?? '');
}

function under(
  group: string,
  shape: Readonly<Record<string, z.ZodType>>,
): Readonly<Record<string, z.ZodType>> {
  return Object.fromEntries(
    Object.entries(shape).map(([name, schema]) => [`${group}.${name}`, schema]),
  );
}
