import type { ChecklistItemId } from '@quorate/contract/checklist';

/** What each step of the setup asks for. */
export const ITEM_WORDS: Readonly<Record<ChecklistItemId, { title: string; text: string }>> = {
  'mt5-installed': {
    title: 'MetaTrader 5 installed',
    text: 'The terminal of your broker, on Windows 10 or 11.',
  },
  'mt5-account': {
    title: 'Trading account connected',
    text: 'Signed in to a demo account first, a real one later.',
  },
  'algo-trading': {
    title: 'Algo trading enabled',
    text: 'The Algo Trading button in the terminal is green.',
  },
  'desktop-app': {
    title: 'Desktop app installed',
    text: 'Signed in with the same account as here.',
  },
  'bot-config': {
    title: 'Bot configured',
    text: 'Terminal path, account number, broker server and account type are set.',
  },
  'risk-settings': {
    title: 'Risk settings reviewed',
    text: 'Risk per trade 1-2%, daily and weekly loss limits set.',
  },
};
