import { t } from '@lingui/core/macro';
import type { BotState } from '@quorate/contract/live';

/** Each state of a bot in a word and a sentence, for the site and the app. */
export const BOT_STATE_WORDS: Record<BotState, { name: string; meaning: string }> = {
  active: { name: t`Active`, meaning: t`Opens new trades and manages open ones.` },
  reducing: { name: t`Reducing`, meaning: t`Opens nothing new and manages what is still open.` },
  halted: { name: t`Paused`, meaning: t`Opens nothing new, and nothing is open.` },
};
