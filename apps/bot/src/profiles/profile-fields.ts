import type { z } from 'zod';
import { profile, riskProfile } from './profile.ts';

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

/** What each field is, in the order in which they are asked; the others follow. */
const ASKED: Readonly<Record<string, string>> = {
  user: 'username or e-mail address at the service',
  service: 'address of the service',
  account_number: 'number (login) of the terminal account',
  broker_server: 'server of the broker, as the terminal shows it',
  account_type: 'account type: demo or real',
  terminal_path: 'folder of the terminal, or none to find it',
  'risk.currency_pairs': 'currency pairs, with commas between',
  'risk.risk_per_trade_percent': 'risk of one trade in percent, at most 2',
  'risk.maximum_daily_trades': 'most trades opened on one day',
  'risk.daily_loss_limit_percent': 'loss of a day that ends its trading, in percent',
  'risk.weekly_loss_limit_percent': 'loss of a week that ends its trading, in percent',
  'risk.weekly_profit_limit_percent': 'profit of a week that ends its trading, in percent, or none',
  'risk.minimum_risk_reward': 'least reward for a risk of 1',
};
const OTHERS: Readonly<Record<string, string>> = {
  timeframe: 'length of the candles that are decided on',
  'bridge.port': 'port at which the bot listens for the terminal',
  'bridge.transport': 'tcp, or pipe (Windows)',
  'bridge.magic': 'number that marks the orders of this bot',
  'risk.currency_risk_limit_trades':
    'most risk on one currency at a time, in risks of one trade, or none',
  'risk.drawdown_limit_percent':
    'fall from the highest equity that pauses trading, in percent, or none',
  'risk.drawdown_pause_hours': 'how long, in hours of open market',
  'risk.losses_in_a_row_limit': 'losing trades in a row that pause trading, or none',
  'risk.losses_pause_hours': 'how long, in hours of open market',
};

const SCHEMAS: Readonly<Record<string, z.ZodType>> = {
  ...profile.shape,
  ...under('bridge', bridge.shape),
  ...under('risk', riskProfile.shape),
};
/** Made, not given. */
const NOT_GIVEN = ['format', 'configuration_name', 'bridge', 'risk'];

/** Every field that can be given, those that are asked first. */
export const PROFILE_FIELDS: readonly ProfileField[] = [
  ...Object.keys(ASKED),
  ...Object.keys(SCHEMAS).filter((path) => !(path in ASKED) && !NOT_GIVEN.includes(path)),
].flatMap((path) => {
  const schema = SCHEMAS[path];
  const last = path.split('.').at(-1) ?? path;
  const what = ASKED[path] ?? OTHERS[path] ?? last.replaceAll('_', ' ');
  const option = last.replaceAll('_', '-');
  return schema ? [{ path, option, what, schema, asked: path in ASKED }] : [];
});

/**
 * What a typed text means for a field: `none` is null, commas make a list, digits a number, wherever the
 * field takes that. Whether the value is right is the profile's to say.
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
