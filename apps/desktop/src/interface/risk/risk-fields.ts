import { PROFILE_SETTINGS, type ProfileSetting } from '@quorate/trading/risk/rules';

/** The risk settings of the guide under their names, in the guide's order. */
export const RISK_FIELDS: readonly ProfileSetting[] = PROFILE_SETTINGS.filter(
  ({ guide }) => guide !== undefined,
);

/** For those who want more: each works as it stands. */
export const MORE_RISK_FIELDS: readonly ProfileSetting[] = PROFILE_SETTINGS.filter(
  ({ guide }) => guide === undefined,
);
