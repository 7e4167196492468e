import { t } from '@lingui/core/macro';
import type {
  HostedAccount,
  HostedSettings,
  HostedTimeframe,
} from '@quorate/contract/hosted-accounts';
import { symbolText } from '@quorate/contract/hosted-terms';
import { EXIT_SETTINGS } from '@quorate/trading/exits/exits';
import { formatList, formatMoney } from '@quorate/ui/format';
import { SOURCE_WORDS } from '@quorate/ui/hosted-words';
import { PROFILE_WORDS } from '@quorate/ui/risk-profile-words';

export const ANALYST_WORDS: Readonly<Record<HostedSettings['analysts'], string>> = {
  rules: t`Built-in analysts`,
  models: t`AI models of your plan`,
};

/** From the shortest: the order in which they are offered and named. */
export const TIMEFRAMES: readonly HostedTimeframe[] = ['M5', 'M15', 'M30', 'H1', 'H4'];

/** @example hoursText(5_640) // '1 h 34 min' */
export function hoursText(seconds: number): string {
  const minutes = Math.floor(Math.max(0, seconds) / 60);
  const hours = Math.floor(minutes / 60);
  if (hours === 0) return t`${minutes} min`;
  return minutes % 60 === 0 ? `${hours} h` : t`${hours} h ${minutes % 60} min`;
}

/** How an account was set up, each setting by its name. */
function settingsOf(account: HostedAccount): ReadonlyMap<string, string> {
  const { symbols, timeframes, risk_profile: risk, analysts, exits } = account.settings;
  const managed = Object.entries(exits)
    .filter(([, figure]) => figure !== null)
    .map(([field, figure]) => exitText(field, figure))
    .toSorted();
  return new Map([
    [t`Prices`, SOURCE_WORDS[account.source].market],
    [t`Start`, formatMoney(account.start_balance, account.account.currency)],
    [t`Symbols`, formatList(symbols.map(symbolText).toSorted(), 'unit')],
    [
      t`Timeframes`,
      formatList(
        TIMEFRAMES.filter((each) => timeframes.includes(each)),
        'unit',
      ),
    ],
    [t`Risk`, PROFILE_WORDS[risk]],
    [t`Analysts`, ANALYST_WORDS[analysts]],
    [t`Exits`, managed.length === 0 ? t`stop and target` : formatList(managed, 'unit')],
  ]);
}

function exitText(field: string, figure: number | null): string {
  const setting = EXIT_SETTINGS.find((each) => each.field === field);
  return setting ? `${setting.label} ${figure} ${setting.unit}` : `${field} ${figure}`;
}

/** Of each account, the settings that are not the same for all. */
export function differingSettings(accounts: readonly HostedAccount[]): string[][] {
  const all = accounts.map(settingsOf);
  return all.map((settings) =>
    [...settings]
      .filter(([name, words]) => all.some((other) => other.get(name) !== words))
      .map(([name, words]) => `${name}: ${words}`),
  );
}
