import { messageOf } from '@quorate/bot/error-text';
import { plural, t } from '@quorate/bot/words';
import { readKeepAwake } from '../appearance/kept-awake.ts';
import { AT_WORK, type RunState } from '../contract/runs.ts';
import type { TrayContent, WindowsNative } from '../native/windows-native.ts';
import type { Configurations, DesktopDeps, Runs } from '../parts.ts';
import { type News, newsOf } from './news.ts';

type Deps = Pick<DesktopDeps, 'dataDir' | 'notify'> &
  Readonly<{
    native: WindowsNative;
    brand: string;
    configurations: Pick<Configurations, 'names' | 'onChange'>;
    runs: Pick<Runs, 'state' | 'halt' | 'resume' | 'onChange'>;
    /** Opens a window. */
    open(): void;
    /** Stops every bot in order and ends the app. */
    quit(): Promise<void>;
  }>;

/** The app beside the clock: how the bots are, pause, a window, the end, and notices of what the person must know. */
export type AppTray = Readonly<{
  /** Looks again: a setting was changed. */
  refresh(): void;
  close(): void;
}>;

type Seen = readonly (readonly [name: string, run: RunState])[];

/** The symbol's words are cut off there by Windows. */
const TOOLTIP_MAX = 127;

/** @throws Error of Windows where there is no place for a symbol, as before anybody has logged on */
export function openTray(deps: Deps): AppTray {
  const { native, brand, configurations, runs, notify } = deps;
  /** Those that were paused here: what somebody else has paused, this menu does not let go on. */
  const paused = new Set<string>();
  let seen = new Map(look());
  let isAwake = false;
  let shown = JSON.stringify(contentOf(deps, [...seen], paused));
  const tray = native.showTray({ ...contentOf(deps, [...seen], paused), onSelect });

  function look(): Seen {
    return configurations.names().map((name) => [name, runs.state(name)] as const);
  }

  function refresh(): void {
    const now = look();
    for (const [name, run] of now) if (!run.halted) paused.delete(name);
    const content = contentOf(deps, now, paused);
    if (JSON.stringify(content) !== shown) {
      shown = JSON.stringify(content);
      tray.update(content);
    }
    for (const news of newsOf(seen, now)) tell(news);
    seen = new Map(now);
    stayAwake(now);
  }

  function tell({ title, text }: News): void {
    tray.notify(title, text);
    notify(`Notice: ${title}. ${text}`);
  }

  function stayAwake(now: Seen): void {
    const isWanted = readKeepAwake(deps.dataDir) && now.some(([, run]) => holdsPosition(run));
    if (isWanted === isAwake) return;
    native.keepAwake(isWanted);
    isAwake = isWanted;
  }

  function onSelect(id: string): void {
    switch (id) {
      case 'pause':
        void Promise.all(toPause(look()).map(pause));
        break;
      case 'resume':
        void Promise.all([...paused].map((name) => carryOut(() => runs.resume(name))));
        break;
      case 'quit':
        void carryOut(deps.quit);
        break;
      default:
        deps.open();
    }
  }

  async function pause(name: string): Promise<void> {
    await carryOut(async () => {
      await runs.halt(name);
      paused.add(name);
    });
    refresh();
  }

  /** There is no window to say it in. */
  async function carryOut(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      tell({ title: brand, text: messageOf(error) });
    }
  }

  const ends = [runs.onChange(quietly), configurations.onChange(quietly)];
  quietly();
  return {
    refresh: quietly,
    close() {
      for (const end of ends) end();
      if (isAwake) native.keepAwake(false);
      tray.close();
    },
  };

  /** A symbol that fails takes no bot with it. */
  function quietly(): void {
    try {
      refresh();
    } catch (error) {
      notify(`The symbol beside the clock failed: ${messageOf(error)}`);
    }
  }
}

function contentOf({ brand }: Deps, seen: Seen, paused: ReadonlySet<string>): TrayContent {
  return {
    tooltip: `${brand}: ${stateText(seen)}`.slice(0, TOOLTIP_MAX),
    items: [
      { id: 'open', text: t`Open ${{ brand }}` },
      ...(toPause(seen).length > 0 ? [{ id: 'pause', text: t`Pause all bots` }] : []),
      ...(paused.size > 0 ? [{ id: 'resume', text: t`Resume the bots paused here` }] : []),
      { id: 'quit', text: t`Stop bots and quit` },
    ],
  };
}

/** @example '2 bots run, 1 position open, 1 bot stopped after a failure' */
function stateText(seen: Seen): string {
  const atWork = seen.filter(([, { phase }]) => AT_WORK.has(phase));
  const failed = seen.filter(([, { phase }]) => phase === 'failed').length;
  const open = atWork.reduce((sum, [, run]) => sum + (openIn(run) ?? 0), 0);
  const halted = atWork.filter(([, run]) => run.halted).length;
  const parts = [
    atWork.length === 0
      ? t`no bot runs`
      : t`${plural({ bots: atWork.length }, { one: '# bot runs', other: '# bots run' })}`,
    ...(atWork.some(([, run]) => openIn(run) === null)
      ? []
      : [t`${plural({ open }, { one: '# position open', other: '# positions open' })}`]),
    ...(halted > 0
      ? [t`${plural({ halted }, { one: '# bot paused', other: '# bots paused' })}`]
      : []),
    ...(failed > 0
      ? [t`${plural({ failed }, { one: '# bot failed', other: '# bots failed' })}`]
      : []),
  ];
  return parts.join(', ');
}

function toPause(seen: Seen): readonly string[] {
  return seen.flatMap(([name, { phase, halted }]) =>
    !halted && (phase === 'running' || phase === 'waiting') ? [name] : [],
  );
}

/** A terminal that is away does not tell: what was known last counts, and nothing known is null. */
function openIn({ open_positions: open, floors }: RunState): number | null {
  return open ?? floors?.open_positions ?? null;
}

function holdsPosition(run: RunState): boolean {
  return AT_WORK.has(run.phase) && (openIn(run) ?? 0) > 0;
}
