import { hearSteps } from './history-steps.ts';

type Layer = { readonly entry: string; readonly close: () => void };

/** What is open over the page, in the order in which it opened; each has an entry of its own in the history. */
const open: Layer[] = [];

/**
 * A step back that was taken here and has not come yet: away from what was closed, of which no page hears, or on to
 * the page before it, which follows.
 */
let ownStep: 'away' | 'on' | null = null;

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
      if (ownStep) waiting.push(() => write(...args));
      else write(...args);
    };
  }
}

function stepBack(kind: 'away' | 'on'): void {
  ownStep = kind;
  clearTimeout(stepLost);
  stepLost = setTimeout(stepCame, STEP_LOST_MS);
  window.history.back();
}

function stepCame(): void {
  ownStep = null;
  clearTimeout(stepLost);
  for (const write of waiting.splice(0)) write();
}

function addEntry({ entry }: Layer): void {
  lastIndex = undefined;
  window.history.pushState({ ...stateHere(), layer: entry }, '');
}

/** Steps back from an entry whose layer is closed. */
function leaveClosed(): void {
  // One step at a time: the next is looked at when this one has come.
  if (!ownStep && isClosed(stateHere().layer)) stepBack('away');
}

function onStep(event: PopStateEvent): void {
  const { layer: entry, idx } = stateHere();
  const wentBack = lastIndex !== idx;
  lastIndex = idx;
  const top = open.at(-1);
  if (ownStep === 'away') {
    event.stopImmediatePropagation();
    stepCame();
    leaveClosed();
    return;
  }
  if (ownStep === 'on') {
    if (isClosed(entry)) {
      event.stopImmediatePropagation();
      stepBack('on');
      return;
    }
    // The page follows first: what was opened meanwhile comes after it.
    setTimeout(stepCame, 0);
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
  if (wentBack) stepBack('on');
  else window.history.forward();
}

function isClosed(entry: unknown): boolean {
  return typeof entry === 'string' && !open.some((layer) => layer.entry === entry);
}

function stateHere(): Readonly<Record<string, unknown>> {
  const state: unknown = window.history.state;
  return typeof state === 'object' && state !== null ? { ...state } : {};
}
