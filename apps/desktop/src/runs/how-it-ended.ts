import { readEndNote } from '@quorate/bot/live/for-app';
import type { Launch } from './keeper.ts';
import { lastLineOf } from './last-line.ts';
import { isFinal } from './restart.ts';

/** What is known of the end of a bot. */
type BotEnd = Readonly<{
  /** Somebody told it to. */
  isAsked: boolean;
  /** No waiting mends it. */
  isFinal: boolean;
  /** Whether it left anything behind: of one that was only found, nobody saw the end. */
  isSeen: boolean;
  /** What it said of a fault itself; null where it said nothing. */
  fault: string | null;
  /** One sentence for people. */
  reason: string;
}>;

/**
 * @param ended the exit code of its process, or why there is none; neither where nobody saw it
 * @param isAgain whether it ran before
 */
export function howItEnded(
  launch: Launch | null,
  ended: Readonly<{ exit: number | null; why: string | null }>,
  isAgain: boolean,
): BotEnd {
  const { exit, why } = ended;
  const note = launch && readEndNote(launch.folder);
  const saidLast = note?.message ?? (exit === null ? null : lastLineOf(launch?.log ?? ''));
  return {
    isAsked: note !== null && note.code === null,
    isFinal: isFinal(note?.code ?? null, exit, isAgain),
    isSeen: note !== null || exit !== null || why !== null,
    fault: note?.code ? note.message : null,
    reason: saidLast ?? (why === null ? 'It was killed.' : `It was killed (${why}).`),
  };
}
