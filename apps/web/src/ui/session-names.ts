import { t } from '@lingui/core/macro';
import type { TradeCharts } from '@quorate/contract/trade-charts';

type Session = TradeCharts['sessions'][number]['session'];

/** The sessions of a trading day, as charts and snapshots name them. */
export const SESSION_NAMES: Readonly<Record<Session, string>> = {
  asia: t`Asia`,
  europe: t`Europe`,
  overlap: t`Overlap`,
  america: t`America`,
  rollover: t`Rollover`,
};
