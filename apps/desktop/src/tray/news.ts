import { t } from '@quorate/bot/words';
import type { RunState } from '../contract/runs.ts';

/** One notice of Windows. */
export type News = Readonly<{ title: string; text: string }>;

/**
 * What has happened since the last look that the person must know: a bot has stopped, an account is locked, the
 * service is away. What was so already at the first look is in the window, and in no notice.
 */
export function newsOf(
  before: ReadonlyMap<string, RunState>,
  now: readonly (readonly [name: string, run: RunState])[],
): readonly News[] {
  return now.flatMap(([name, run]) => {
    const last = before.get(name);
    return last === undefined ? [] : newsOfBot(name, last, run);
  });
}

function newsOfBot(name: string, last: RunState, run: RunState): readonly News[] {
  const news: News[] = [];
  if (run.phase === 'failed' && last.phase !== 'failed') {
    const text =
      run.message ?? t`The bot stopped after a failure and does not restart automatically.`;
    news.push({ title: t`${{ name }} has stopped`, text });
  }
  // It begins again and again until it stays: the first time is told.
  if (run.phase === 'restarting' && last.phase === 'running') {
    const text = run.message ?? t`The bot stopped unexpectedly and restarts automatically.`;
    news.push({ title: t`${{ name }} stopped and starts again`, text });
  }
  if (lockSince(run) !== null && lockSince(run) !== lockSince(last)) {
    const text = t`A limit of the account was near, so everything was closed. Open the app to see when trading may begin again.`;
    news.push({ title: t`${{ name }} is locked`, text });
  }
  if (run.service_away_since !== null && last.service_away_since === null) {
    const text = t`The service does not answer. Nothing new is opened; what is open is managed, with its stops at the broker.`;
    news.push({ title: t`${{ name }} works without the service`, text });
  }
  return news;
}

function lockSince({ floors }: RunState): string | null {
  return floors?.state.lock?.since ?? null;
}
