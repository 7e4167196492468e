import { t } from '../../words.ts';
import type { Permissions } from '../bridge/records.ts';

/** A permission that is missing, and what to do. */
export type MissingPermission = Readonly<{ name: keyof Permissions; advice: string }>;

const ADVICE: Readonly<Record<keyof Permissions, () => string>> = {
  connected: () =>
    t`The terminal is not connected to its broker: look at the corner below on the right, sign in with File > Login to Trade Account.`,
  algo_trading: () =>
    t`Algo Trading is off: press the button Algo Trading in the toolbar of the terminal.`,
  expert_trading: () =>
    t`The expert may not trade: right-click the chart, Expert List > Quorate > Properties > Common, tick "Allow Algo Trading".`,
  account_trading: () =>
    t`The account may not trade: sign in with the main password, not the investor password.`,
  account_experts: () => t`The broker does not let experts trade on this account: ask the broker.`,
};

/** What is missing, in the order in which it is mended. */
export function missingPermissions(permissions: Permissions): readonly MissingPermission[] {
  const order = Object.keys(ADVICE) as (keyof Permissions)[];
  return order
    .filter((name) => !permissions[name])
    .map((name) => ({ name, advice: ADVICE[name]() }));
}

/** What to do where no terminal dials in at all. */
export function allowListAdvice(port: number, transport: 'tcp' | 'pipe'): string {
  const start = t`Start the terminal, and drag Quorate from the Navigator onto a chart.`;
  if (transport === 'pipe') return start;
  return t`${{ start }} Once, by hand: Tools > Options > Expert Advisors, tick "Allow WebRequest for listed URL" and add 127.0.0.1 (the bot listens on port ${{ port }}).`;
}
