import { select, t } from '@lingui/core/macro';
import type { Desk, DeskAccount, DeskDecision } from '@quorate/contract/desk';
import { BOT_STATE_WORDS } from '@quorate/ui/bot-state-words';
import { formatFigure, VERDICT_WORDS } from '@quorate/ui/decision-words';
import { formatMoney } from '@quorate/ui/format';
import { standingOf } from '@quorate/ui/hosted-words';
import { storedName } from '@quorate/ui/stored-name';
import { formatClock } from '@quorate/ui/time-format';
import { heldBy } from '@quorate/ui/verdict-rule-words';
import { conditionOf, durationText } from '../../ui/bot-words.ts';

/** What trades an account, in a word, and what to do about it. */
export type DeskState = Readonly<{
  word: string;
  tone: 'gain' | 'brand' | 'warn' | 'loss' | 'neutral';
  sentence: string;
  link?: Readonly<{ to: string; words: string }>;
  /** What its owner may ask of it now; none where nothing would obey. */
  asks: readonly ('entries_off' | 'close_all' | 'resume')[];
}>;

/** @param now by the service's clock, in ms */
export function deskState(desk: Desk, now: number, timeZone: string): DeskState {
  const { hosted, bot } = desk;
  if (hosted) return { ...hostedState(desk, now, timeZone), asks: asksOf(desk) };
  if (!bot)
    return {
      word: t`No bot`,
      tone: 'neutral',
      sentence: t`This account has a history and no bot.`,
      link: { to: '/guide', words: t`How to connect one` },
      asks: [],
    };
  const asks = asksOf(desk);
  const condition = conditionOf(bot, now);
  if (condition.kind === 'ended') {
    const open = desk.positions.length + desk.more_positions;
    const span = durationText(condition.forMs);
    return {
      word: t`Not running`,
      tone: open > 0 ? 'warn' : 'neutral',
      sentence:
        open > 0
          ? t`Stopped ${span} ago. Start it again in the app. Until then only the broker’s stops protect what is open.`
          : t`Stopped ${span} ago. Start it again in the app.`,
      asks,
    };
  }
  if (condition.kind === 'silent')
    return {
      word: t`Offline`,
      tone: 'loss',
      sentence: t`No heartbeat for ${durationText(condition.forMs)}. Check its computer and connection.`,
      asks,
    };
  const seen = t`Last seen at ${formatClock(bot.last_heartbeat_at, timeZone)}.`;
  switch (bot.state) {
    case 'active':
      return { word: t`Trading`, tone: 'gain', sentence: seen, asks };
    case 'reducing':
      return {
        word: t`Opens nothing new`,
        tone: 'warn',
        sentence: `${whyStopped(bot)} ${seen}`,
        asks,
      };
    case 'halted':
      return {
        word: BOT_STATE_WORDS.halted.name,
        tone: 'warn',
        sentence: `${whyStopped(bot)} ${seen}`,
        asks,
      };
  }
}

function whyStopped({ stopped }: NonNullable<Desk['bot']>): string {
  return stopped
    ? t`You stopped it: press Resume to go on.`
    : t`A limit keeps it from opening trades.`;
}

function hostedState(desk: Desk, now: number, timeZone: string): Omit<DeskState, 'asks'> {
  const { hosted, bot, positions, more_positions: more } = desk;
  if (!hosted) throw new Error('only for accounts of the service');
  if (hosted.waits_for === 'plan')
    return {
      word: t`Waiting`,
      tone: 'warn',
      sentence: t`You have more paper accounts than your plan runs. Delete one, or upgrade.`,
      link: { to: '/pricing', words: t`Compare the plans` },
    };
  const standing = standingOf(
    { ...hosted, open_positions: positions.length + more, bot_state: bot?.state ?? null },
    { timeZone, now, limit: 0 },
  );
  return { ...standing, word: standing.tone === 'gain' ? t`Trading` : standing.word };
}

function asksOf({ hosted, bot, positions, more_positions: more }: Desk): DeskState['asks'] {
  if (!bot) return [];
  const isPaused = hosted ? hosted.state === 'paused' : bot.stopped;
  const closing = positions.length + more > 0 || !isPaused ? (['close_all'] as const) : [];
  return [isPaused ? 'resume' : 'entries_off', ...closing];
}

export const ASK_WORDS = {
  entries_off: t`Pause`,
  close_all: t`Close all`,
  resume: t`Resume`,
} as const;

/** @example accountText({ name: 'Practice', … }) // 'Practice · made-up market' */
export function accountText({ name, login, server, account_type: type }: DeskAccount): string {
  if (name !== null) return type === 'practice' ? t`${name} · made-up market` : t`${name} · paper`;
  return type === 'demo' ? t`${login} · ${server} (demo)` : `${login} · ${server}`;
}

/** What a decision came to, in a few words. */
export function decisionText(decision: DeskDecision): { verdict: string; words: string } {
  const { action, held_by: held, outcome, refused_by: by } = decision;
  if (action === 'HOLD') {
    const verdict = t`No trade`;
    if (!held) return { verdict, words: t`hold` };
    const why = heldBy(held.name);
    if (held.name === 'direction') return { verdict, words: why };
    const [found, needed] = [formatFigure(held.value), formatFigure(held.limit)];
    return { verdict, words: t`${why} (${found}, needs ${needed})` };
  }
  if (outcome === 'vetoed')
    return { verdict: t`Refused`, words: by === null ? t`by the risk desk` : storedName(by) };
  return { verdict: VERDICT_WORDS[action], words: outcome === 'held' ? t`not sent` : '' };
}

/** What the account would have if every stop was hit now. */
export function ifStoppedText({ limits, equity }: Desk, currency: string): string | null {
  if (!limits || limits.if_stopped === null || equity === null || limits.headroom === null)
    return null;
  const { if_stopped: left, headroom } = limits;
  const lost = Math.round((left - equity) * 100) / 100;
  const side = headroom < 0 ? 'below' : 'above';
  return t`If everything is stopped out now: ${formatMoney(lost, currency)}. You would be ${formatMoney(Math.abs(headroom), currency)} ${select(side, { below: 'below', other: 'above' })} your limit.`;
}
