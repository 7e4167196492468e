import { t } from '@lingui/core/macro';
import {
  DEFAULT_HOSTED_SETTINGS,
  HOSTED_SYMBOLS_MAX,
  HOSTED_TIMEFRAMES_MAX,
  type HostedAccount,
  type HostedSettings,
  hostedSettings,
  type OfferedSource,
} from '@quorate/contract/hosted-accounts';
import {
  firstSource,
  paceWithin,
  symbolsWithin,
  timeframesWithin,
} from '@quorate/contract/hosted-defaults';
import { DEFAULT_HOSTED_BALANCE } from '@quorate/contract/hosted-terms';
import { formatCount } from '@quorate/ui/format';
import { type TypedSettings, typedSettings } from '../../lib/typed-settings.ts';
import { TYPED_EXITS } from '../../ui/exit-fields.tsx';
import type { NewHostedAccount } from './hosted.api.ts';
import { TIMEFRAMES } from './hosted-words.ts';

/** An account as its form has it: figures as they were typed. */
export type HostedFields = Readonly<
  Omit<HostedSettings, 'exits'> & {
    source: OfferedSource['source'];
    pace: OfferedSource['paces'][number];
    currency: string;
    balance: string;
    exits: TypedSettings;
  }
>;

/** What is wrong, by field; fields of exits by their own names. */
export type HostedFaults = Readonly<Record<string, string>>;

export const CURRENCIES = ['USD', 'EUR', 'GBP'] as const;

const BALANCE = { field: 'balance', least: 100, most: 10_000_000, whole: true } as const;
export const BALANCE_HINT = t`${formatCount(BALANCE.least)} to ${formatCount(BALANCE.most)}`;

/** @param taken names that accounts have, so that another one gets its own */
export function newFields(
  sources: readonly OfferedSource[],
  currency: string,
  taken: readonly string[],
): HostedFields {
  const offered = firstSource(sources);
  return {
    ...DEFAULT_HOSTED_SETTINGS,
    name: freeName(taken),
    source: offered?.source ?? 'practice',
    symbols: symbolsWithin(offered, DEFAULT_HOSTED_SETTINGS.symbols, currency),
    timeframes: timeframesWithin(offered, DEFAULT_HOSTED_SETTINGS.timeframes),
    pace: paceWithin(offered, 'accelerated'),
    currency,
    balance: formatCount(DEFAULT_HOSTED_BALANCE),
    exits: {},
  };
}

function freeName(taken: readonly string[]): string {
  const { name } = DEFAULT_HOSTED_SETTINGS;
  for (let number = 1; ; number++) {
    const tried = number === 1 ? name : `${name} ${number}`;
    if (!taken.includes(tried)) return tried;
  }
}

export function fieldsOf(account: HostedAccount): HostedFields {
  const { settings, source, pace, start_balance: balance } = account;
  const typed = Object.entries(settings.exits).flatMap(([field, figure]) =>
    figure === null ? [] : [[field, String(figure)]],
  );
  return {
    ...settings,
    source,
    pace,
    currency: account.account.currency,
    balance: formatCount(balance),
    exits: Object.fromEntries(typed),
  };
}

/** Another source has its own symbols, timeframes and paces. */
export function withSource(fields: HostedFields, offered: OfferedSource): Partial<HostedFields> {
  return {
    source: offered.source,
    symbols: symbolsWithin(offered, fields.symbols, fields.currency),
    timeframes: timeframesWithin(offered, fields.timeframes),
    pace: paceWithin(offered, fields.pace),
  };
}

/** Another currency has its own symbols, too. */
export function withCurrency(
  fields: HostedFields,
  currency: string,
  offered: OfferedSource | undefined,
): Pick<HostedFields, 'currency' | 'symbols'> {
  return { currency, symbols: symbolsWithin(offered, fields.symbols, currency) };
}

type Read = Readonly<
  { settings: HostedSettings; balance: number; faults: null } | { faults: HostedFaults }
>;

/** @param account that they are of, which keeps its balance and the exits that the form does not show; null: a new one */
export function readFields(fields: HostedFields, account: HostedAccount | null): Read {
  const faults: Record<string, string> = {};
  const name = hostedSettings.shape.name.safeParse(fields.name);
  if (!name.success)
    faults.name =
      fields.name.trim() === ''
        ? t`Give the account a name.`
        : (name.error.issues[0]?.message ?? t`This name cannot be used.`);
  const { symbols, timeframes } = fields;
  if (symbols.length === 0) faults.symbols = t`Choose at least one symbol.`;
  if (symbols.length > HOSTED_SYMBOLS_MAX)
    faults.symbols = t`Choose at most ${HOSTED_SYMBOLS_MAX} symbols; ${symbols.length} are chosen.`;
  if (timeframes.length === 0) faults.timeframes = t`Choose at least one timeframe.`;
  if (timeframes.length > HOSTED_TIMEFRAMES_MAX)
    faults.timeframes = t`Choose at most ${HOSTED_TIMEFRAMES_MAX} timeframes; ${timeframes.length} are chosen.`;
  const exits = typedSettings(TYPED_EXITS, fields.exits);
  Object.assign(faults, exits.faults);
  const balance = account ? account.start_balance : balanceOf(fields.balance);
  if (balance === null) faults.balance = t`A whole number from ${BALANCE_HINT}`;
  if (balance === null || Object.keys(faults).length > 0) return { faults };
  const shown = new Set<string>(TYPED_EXITS.map(({ field }) => field));
  const hidden = Object.entries(account?.settings.exits ?? {}).filter(
    ([field]) => !shown.has(field),
  );
  return {
    settings: {
      name: fields.name.trim(),
      symbols: [...symbols],
      timeframes: TIMEFRAMES.filter((each) => timeframes.includes(each)),
      risk_profile: fields.risk_profile,
      analysts: fields.analysts,
      exits: { ...Object.fromEntries(hidden), ...exits.values },
    },
    balance,
    faults: null,
  };
}

/** "10,000" and "10000"; null where it is out of bounds or no whole number. */
function balanceOf(typed: string): number | null {
  const text = typed.trim();
  if (!/^(?:\d+|\d{1,3}(?:,\d{3})+)$/.test(text)) return null;
  const figure = Number(text.replaceAll(',', ''));
  return figure >= BALANCE.least && figure <= BALANCE.most ? figure : null;
}

/** What the service is asked for: the account as the form has it. */
export function newAccount(
  hostedId: string,
  fields: HostedFields,
  { settings, balance }: Readonly<{ settings: HostedSettings; balance: number }>,
): NewHostedAccount {
  const { source, pace, currency } = fields;
  return { hosted_id: hostedId, source, pace, currency, balance, settings };
}
