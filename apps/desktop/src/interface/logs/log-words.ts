import type { LOG_SOURCES } from '../../contract/journal.ts';

export type LogSource = (typeof LOG_SOURCES)[number];

/** Each log by its name, and where it would come from while there is none. */
export const LOG_WORDS: Readonly<Record<LogSource, { name: string; from: string }>> = {
  bot: {
    name: 'Bot',
    from: 'The bot writes it from its first start on.',
  },
  terminal: {
    name: 'Terminal',
    from: 'MetaTrader 5 writes it, under Journal. It is there once the terminal was found and started.',
  },
  expert: {
    name: 'Expert',
    from: 'MetaTrader 5 writes it, under Experts. It is there once the expert was put on a chart.',
  },
};
