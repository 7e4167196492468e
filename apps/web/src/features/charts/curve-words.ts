import { t } from '@lingui/core/macro';
import type { CurveAccount, EquityCurve } from '@quorate/contract/equity-curve';

/** What the figures of a curve are, by its basis. */
export const VALUE_NAMES: Readonly<Record<EquityCurve['basis'], string>> = {
  equity: t`Equity`,
  balance: t`Balance`,
  net: t`Net`,
};

const TYPES: Readonly<Record<CurveAccount['account_type'], string>> = {
  demo: t`demo`,
  real: t`real`,
  practice: t`practice`,
  unknown: t`type not known`,
};

/** @example accountName(account) // '50012 on Demo-1, demo' */
export function accountName({ name, login, server, account_type: type }: CurveAccount): string {
  return `${name ?? t`${login} on ${server}`}, ${TYPES[type]}`;
}
