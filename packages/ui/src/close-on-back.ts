import { hearSteps } from './history-steps.ts';

type Layer = { readonly entry: string; readonly close: () => void };

/** What is open over the page, in the order in which it opened; each has an entry of its own in the history. */
const open: Layer[] = [];

/** Steps back that were taken here: no page has to follow them. */
let ownSteps = 0;

/** Longer than a step within a page takes: one that another step overtook never comes. */
const STEP_LOST_MS = 3_000;
let stepLost: ReturnType<typeof setTimeout> | undefined;

/** Where the last step led, by the router's count; it tells a step back from one forward. */
let lastIndex: unknown;

let isListening = false;

/**
 * Has Back close what was opened over the page, instead of leaving the page: a window, a sheet, a menu.
 *
 * @param close asks it to close; one that stays open, as while it is busy, is asked again by the next Back
 * @returns to be called once it is closed, however that came about
 * @example useEffect(() => closeOnBack(onClose), []);
 */
export function closeOnBack(close: () => void): () => void {
  if (!isListening) {
    isListening = true;
    holdWritesDuringOwnSteps();
    // A step that only closes something is no navigation of the router.
    hearSteps(onStep);
  }
  const layer: Layer = { entry: crypto.randomUUID(), close };
  open.push(layer);
  addEntry(layer);
  return () => {
    const at = open.indexOf(layer);
    if (at === -1) return;
    open.splice(at, 1);
    // What closed it may lead to another page at once: then its entry stays behind, and is passed over later.
    setTimeout(leaveClosed, 0);
  };
}

/** What a page writes while a step back is under way would be taken back by it: it waits until the step has come. */
const waiting: (() => void)[] = [];

function holdWritesDuringOwnSteps(): void {
  const { history } = window;
  for (const name of ['pushState', 'replaceState'] as const) {
    const write = history[name].bind(history);
    history[name] = (...args) => {
      if (ownSteps > 0) waiting.push(() => write(...args));
      else write(...args);
    };
  }
}

function writeWaiting(): void {
  for (const write of waiting.splice(0)) write();
}

function addEntry({ entry }: Layer): void {
  lastIndex = undefined;
  window.history.pushState({ ...stateHere(), layer: entry }, '');
}

/** Steps back from an entry whose layer is closed. */
function leaveClosed(): void {
  // One step at a time: the next is looked at when this one has come.
  if (ownSteps > 0 || !isClosed(stateHere().layer)) return;
  ownSteps += 1;
  stepLost = setTimeout(() => {
    ownSteps = 0;
    writeWaiting();
  }, STEP_LOST_MS);
  window.history.back();
}

function onStep(event: PopStateEvent): void {
  const { layer: entry, idx } = stateHere();
  const wentBack = lastIndex !== idx;
  lastIndex = idx;
  const top = open.at(-1);
  if (ownSteps > 0) {
    ownSteps -= 1;
    clearTimeout(stepLost);
    event.stopImmediatePropagation();
    if (ownSteps === 0) writeWaiting();
    leaveClosed();
    // It opened while the step was under way, which took its entry along.
    if (ownSteps === 0 && top && entry !== top.entry) addEntry(top);
    return;
  }
  if (top) {
    // Within a page that was opened over it.
    if (entry === top.entry) return;
    event.stopImmediatePropagation();
    top.close();
    setTimeout(() => {
      if (open.includes(top)) addEntry(top);
    }, 0);
    return;
  }
  if (!isClosed(entry)) return;
  event.stopImmediatePropagation();
  if (wentBack) window.history.back();
  else window.history.forward();
}

function isClosed(entry: unknown): boolean {
  return typeof entry === 'string' && !open.some((layer) => layer.entry === entry);
}

function stateHere(): Readonly<Record<string, unknown>> {
  const state: unknown = window.history.state;
  return typeof state === 'object' && state !== null ? { ...state } : {};
}
