import { CHECK_ITEMS, type CheckName, type Finding } from '@quorate/bot/doctor/finding';
import { t } from '@quorate/bot/words';
import { CHECKLIST_ITEMS, type ChecklistItemId } from '@quorate/contract/checklist';
import type { SetupItem } from '../contract/setup.ts';

type Found = ReadonlyMap<CheckName, Finding>;
type Judged = Pick<SetupItem, 'status' | 'detail' | 'advice' | 'action'>;

/** Without these an item is not green; the other checks of an item only have to find nothing wrong. */
const NEEDED: Readonly<Record<ChecklistItemId, readonly CheckName[]>> = {
  'mt5-installed': ['terminal'],
  'mt5-account': ['connection', 'account'],
  'algo-trading': ['permissions'],
  'desktop-app': ['service', 'sign-in'],
  'bot-config': ['profile', 'expert', 'bridge-token'],
  'risk-settings': ['risk-settings'],
};

const CHECK_NAMES = Object.keys(CHECK_ITEMS) as CheckName[];

/** Items that a terminal has to dial in for. */
const OF_TERMINAL: ReadonlySet<ChecklistItemId> = new Set([
  'mt5-installed',
  'mt5-account',
  'algo-trading',
]);

/** Items, and everything that was looked at, worst first: both of the same findings. */
type SetupView = { items: SetupItem[]; findings: Finding[] };

/**
 * What is shown of a setup, as far as the doctor's findings go. Whatever has failed is red in its item.
 *
 * @param waitingFor what is waited for while more findings are to come; null where all are made
 */
export function setupView(findings: readonly Finding[], waitingFor: string | null): SetupView {
  const made = new Map(findings.map((each) => [each.check, each]));
  // Where no terminal can be, one that dials in is all there is to find.
  const isOpen = waitingFor !== null && !made.has('connection');
  const shown = findings.map((each) => read(each, made, isOpen));
  const found: Found = new Map(shown.map((each) => [each.check, each]));
  const items = CHECKLIST_ITEMS.map(({ id, critical }) => ({
    id,
    critical,
    ...judge(id, found, waitingFor, isOpen),
  }));
  return {
    items,
    findings: shown.toSorted((a, b) => WORST.indexOf(a.status) - WORST.indexOf(b.status)),
  };
}

const WORST = ['fail', 'warn', 'skip', 'ok'] as const;

/** Every item alike, before anything was looked at. */
export function untouchedItems(status: 'waiting' | 'unknown', detail: string): SetupItem[] {
  return CHECKLIST_ITEMS.map(({ id, critical }) => ({ id, critical, ...pending(status, detail) }));
}

function judge(
  id: ChecklistItemId,
  found: Found,
  waitingFor: string | null,
  isOpen: boolean,
): Judged {
  const needed = NEEDED[id];
  const ofItem = CHECK_NAMES.filter((check) => CHECK_ITEMS[check] === id);
  const wrong = ofItem
    .flatMap((check) => found.get(check) ?? [])
    .find(({ status }) => status === 'fail');
  if (wrong) return red(wrong, found);
  const seen = needed.flatMap((check) => found.get(check) ?? []);
  if (seen.length < needed.length) {
    return waitingFor === null
      ? pending('unknown', t`Not checked yet.`)
      : pending('waiting', OF_TERMINAL.has(id) ? waitingFor : '');
  }
  const unmade = seen.find(({ status }) => status === 'skip');
  if (unmade) {
    return isOpen && unmade.check === 'terminal'
      ? pending('waiting', waitingFor ?? '')
      : pending('unknown', unmade.detail);
  }
  const advice = seen.find((each) => each.advice !== null)?.advice ?? null;
  return { status: 'green', detail: greenText(id, seen), advice, action: null };
}

/** What a finding of the doctor means here. */
function read(finding: Finding, found: Found, isOpen: boolean): Finding {
  const { check, status } = finding;
  const account = found.get('account');
  const isHere = account?.status === 'ok' || account?.status === 'fail';
  // A terminal that answers needs no folder on this computer, and surely runs the expert.
  if (isHere && check === 'terminal' && status !== 'ok') {
    const detail =
      status === 'warn'
        ? t`A terminal has dialled in that is in no folder of this computer`
        : t`A terminal has dialled in, though which one is not known: ${{ detail: finding.detail }}`;
    return { check, status: 'ok', detail, advice: null };
  }
  if (isHere && check === 'expert' && status === 'skip') return { ...finding, status: 'ok' };
  if (isOpen && check === 'terminal' && status === 'warn') return { ...finding, status: 'skip' };
  // For the doctor a warning; here it is what stays to be done.
  return status === 'warn' && STAYS_TO_BE_DONE.has(check)
    ? { ...finding, status: 'fail' }
    : finding;
}

function red({ check, detail, advice }: Finding, found: Found): Judged {
  return { status: 'red', detail: sentence(detail), advice, action: actionFor(check, found) };
}

const STAYS_TO_BE_DONE: ReadonlySet<CheckName> = new Set(['terminal', 'expert', 'sign-in']);

function actionFor(check: CheckName, found: Found): SetupItem['action'] {
  switch (check) {
    case 'sign-in':
      return 'sign-in';
    case 'port':
    case 'profile':
    case 'account':
    case 'symbols':
    case 'risk-settings':
      return 'edit-configuration';
    case 'connection':
      return found.get('terminal')?.status === 'ok' ? 'set-up-terminal' : 'check-again';
    case 'expert':
    case 'self-test':
    case 'bridge-token':
      return 'set-up-terminal';
    default:
      return 'check-again';
  }
}

function pending(status: 'waiting' | 'unknown', detail: string): Judged {
  const action = status === 'unknown' ? 'check-again' : null;
  return { status, detail: sentence(detail), advice: null, action };
}

function greenText(id: ChecklistItemId, seen: readonly Finding[]): string {
  const last = seen.at(-1)?.detail ?? '';
  switch (id) {
    case 'bot-config':
      return t`Settings, expert and token are in their places.`;
    case 'desktop-app':
      return t`The app runs and is signed in ${{ last }}.`;
    case 'algo-trading':
      return t`All five permissions are given.`;
    default:
      return sentence(last);
  }
}

function sentence(text: string): string {
  const first = text.slice(0, 1).toUpperCase();
  return text === '' || /[.!?]$/.test(text) ? first + text.slice(1) : `${first}${text.slice(1)}.`;
}
