import { callUntilAnswered } from '@quorate/bot/service/call-until-answered';
import { type Checklist, getChecklist, saveChecklist } from '@quorate/contract/checklist';
import type { Account, DesktopDeps } from '../parts.ts';

type ReportDeps = Pick<DesktopDeps, 'clock' | 'sleep' | 'random' | 'fetch' | 'notify'> &
  Readonly<{ account: Pick<Account, 'service' | 'token' | 'onChange'> }>;

/** Tells the website's checklist what was found green. */
export type ChecklistReport = Readonly<{
  /**
   * Tells it of these items, now or once the service answers and somebody is signed in.
   *
   * @param source whose items they are: newer ones take the place of those that wait
   * @param onTold the website has them
   */
  send(source: string, items: Checklist, onTold: () => void): void;
  /** What waits is no longer sent. */
  forget(source: string): void;
  /** Nor what waits of any other source. */
  keepOnly(sources: readonly string[]): void;
  close(): Promise<void>;
}>;

type Waiting = Readonly<{ items: Checklist; onTold: () => void }>;
type Sending = Readonly<{ token: string; over: AbortController; done: Promise<void> }>;

/** A service that is away is asked for as long as the app runs. */
const PATIENCE_MS = 365 * 86_400_000;

/** Items that are on already are not sent: one question, and at most one answer to it. */
export function createChecklistReport(deps: ReportDeps): ChecklistReport {
  const { account } = deps;
  const waiting = new Map<string, Waiting>();
  const closing = new AbortController();
  let sending: Sending | null = null;
  /** A token that was refused is not tried again by itself. */
  let refused: string | null = null;

  function begin(): void {
    if (closing.signal.aborted || waiting.size === 0) return;
    const token = account.token()?.token ?? null;
    // Whoever is signed in now has a checklist of their own.
    if (sending && sending.token !== token) sending.over.abort();
    if (sending || token === null || token === refused) return;
    const over = new AbortController();
    const stop = AbortSignal.any([closing.signal, over.signal]);
    const done = tellAll(token, stop)
      .then((why) => {
        if (why === null || stop.aborted) return;
        refused = token;
        deps.notify(`The checklist on the website was not told: ${why}`);
      })
      .finally(() => {
        sending = null;
        begin();
      });
    sending = { token, over, done };
  }

  /** @returns why it was not told; null where it was */
  async function tellAll(token: string, stop: AbortSignal): Promise<string | null> {
    const patient = {
      ...deps,
      http: { fetch: deps.fetch, service: account.service(), signal: stop },
      // What is out of reach every screen shows; a line every 15 s would fill the log.
      notify: () => {},
      giveUpAfterMs: PATIENCE_MS,
      stop,
    };
    const before = await callUntilAnswered(patient, getChecklist, {}, token);
    if (before.kind !== 'ok') return reasonOf(before);
    const told = [...waiting];
    const checklist = missingIn(
      before.reply.checklist,
      told.map(([, { items }]) => items),
    );
    if (Object.keys(checklist).length > 0) {
      const saved = await callUntilAnswered(patient, saveChecklist, { body: { checklist } }, token);
      if (saved.kind !== 'ok') return reasonOf(saved);
    }
    for (const [source, each] of told) {
      // Newer items of the same source still wait.
      if (waiting.get(source) === each) waiting.delete(source);
      each.onTold();
    }
    return null;
  }

  const unhear = account.onChange(begin);
  return {
    send(source, items, onTold) {
      // Nothing is green any more: what was, and waits still, is not so either.
      if (Object.keys(items).length === 0) return void waiting.delete(source);
      waiting.set(source, { items, onTold });
      refused = null;
      begin();
    },
    forget: (source) => void waiting.delete(source),
    keepOnly(sources) {
      for (const source of waiting.keys()) if (!sources.includes(source)) waiting.delete(source);
    },
    async close() {
      unhear();
      closing.abort();
      await sending?.done;
    },
  };
}

/** Items that are green and not on. */
function missingIn(on: Checklist, found: readonly Checklist[]): Checklist {
  const all: Checklist = Object.assign({}, ...found);
  const entries = Object.entries(all) as [keyof Checklist, boolean][];
  return Object.fromEntries(entries.filter(([id, isGreen]) => isGreen && on[id] !== true));
}

function reasonOf(outcome: Readonly<{ kind: string; message?: string; reason?: string }>): string {
  return outcome.message ?? outcome.reason ?? outcome.kind;
}
