import type { NamedAccount } from '../../mail/account-words.ts';
import type { Addressee } from '../../mail/letter.ts';

/** A bot that was not heard of although it had not ended, and what its owner has to know of it. */
export type BotSilence = NamedAccount &
  Addressee &
  Readonly<{
    userId: string;
    botId: string;
    /** Its last heartbeat before. */
    since: Date;
    /** As of that heartbeat. */
    openPositions: number;
  }>;

/** One that is over. */
export type EndedSilence = BotSilence & Readonly<{ heardAt: Date }>;
