import type { ChecklistItemId } from '@quorate/contract/checklist';
import type { SetupItem } from '../../contract/setup.ts';

const TITLES: Readonly<Record<ChecklistItemId, string>> = {
  'mt5-installed': 'MetaTrader 5 installed',
  'mt5-account': 'Trading account connected',
  'algo-trading': 'Algo trading enabled',
  'desktop-app': 'Desktop app installed',
  'bot-config': 'Bot configured',
  'risk-settings': 'Risk settings reviewed',
};

/** As the website's checklist calls it. */
export function itemTitle(id: string): string {
  return TITLES[id as ChecklistItemId] ?? id;
}

export const STATUS_WORDS: Readonly<Record<SetupItem['status'], string>> = {
  green: 'Done',
  red: 'To do',
  waiting: 'Looking',
  unknown: 'Not looked at',
};
