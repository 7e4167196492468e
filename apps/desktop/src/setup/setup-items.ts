import type { Finding } from '@quorate/bot/doctor/finding';
import { t } from '@quorate/bot/words';
import { CHECKLIST_ITEMS, type ChecklistItemId } from '@quorate/contract/checklist';
import type { SetupItem } from '../contract/setup.ts';

type Found = ReadonlyMap<string, Finding>;
type Judged = Pick<SetupItem, 'status' | 'detail' | 'advice' | 'action'>;

/** What an item is made of, by the names of the checks, in the order in which they are mended. */
const CHECKS: Readonly<
  Record<ChecklistItemId, Readonly<{ needed: readonly string[]; mayFail?: readonly string[] }>>
> = {
  'mt5-installed': { needed: ['terminal'] },
  'mt5-account': { needed: ['connection', 'account'], mayFail: ['port'] },
  'algo-trading': { needed: ['permissions'] },
  'desktop-app': { needed: ['service', 'sign-in'], mayFail: ['clock'] },
  'bot-config': {
    needed: ['profile', 'expert', 'bridge-token'],
    mayFail: ['data-folder', 'vault', 'symbols'],
  },
  'risk-settings': { needed: ['risk-settings'] },
};

/** Items that a terminal has to dial in for. */
const OF_TERMINAL: ReadonlySet<ChecklistItemId> = new Set([
  'mt5-installed',
  'mt5-account',
  'algo-trading',
]);

/**
 * The six items as far as the findings go.
 *
 * @param waitingFor what is waited for while more findings are to come; null where all are made
 */
export function setupItems(
  findings: readonly Finding[],
  waitingFor: string | null,
): readonly SetupItem[] {
  const found = new Map(findings.map((each) => [each.check, each]));
  return CHECKLIST_ITEMS.map(({ id, critical }) => ({
    id,
    critical,
    ...judge(id, found, waitingFor),
  }));
}

/** Every item alike, before anything was looked at. */
export function untouchedItems(
  status: 'waiting' | 'unknown',
  detail: string,
): readonly SetupItem[] {
  return CHECKLIST_ITEMS.map(({ id, critical }) => ({ id, critical, ...pending(status, detail) }));
}

function judge(id: ChecklistItemId, found: Found, waitingFor: string | null): Judged {
  const { needed, mayFail = [] } = CHECKS[id];
  const failed = mayFail.flatMap((check) => found.get(check) ?? []);
  const seen = needed.flatMap((check) => found.get(check) ?? []).map((each) => read(each, found));
  const wrong = [...failed, ...seen].find(({ status }) => status === 'fail');
  const isOpen = waitingFor !== null && !found.has('connection');
  // Where no terminal can be, one that dials in is all there is to find.
  if (wrong && !(isOpen && found.get(wrong.check)?.status === 'warn')) return red(wrong, found);
  if (seen.length < needed.length || wrong) {
    return waitingFor === null
      ? pending('unknown', t`Not checked yet.`)
      : pending('waiting', OF_TERMINAL.has(id) ? waitingFor : '');
  }
  const unmade = seen.find(({ status }) => status === 'skip');
  if (unmade) return pending('unknown', unmade.detail);
  const advice = seen.find((each) => each.advice !== null)?.advice ?? null;
  return { status: 'green', detail: greenText(id, seen), advice, action: null };
}

/** What a finding of the doctor means for an item. */
function read(finding: Finding, found: Found): Finding {
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
  // For the doctor a warning; here it is what stays to be done.
  const isWarned = status === 'warn' && ['terminal', 'expert', 'sign-in'].includes(check);
  return isWarned ? { ...finding, status: 'fail' } : finding;
}

function red({ check, detail, advice }: Finding, found: Found): Judged {
  return { status: 'red', detail: sentence(detail), advice, action: actionFor(check, found) };
}

function actionFor(check: string, found: Found): SetupItem['action'] {
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
