import type { HealthCheck, HealthVerdict } from '@quorate/contract/admin-health';
import type { RecordWitness } from '@quorate/contract/admin-record';
import type { Instant } from '@quorate/values/instant';
import { disagrees } from '../../records/log/ask-witnesses.ts';
import { type LogState, WAITING_COUNTED, type WitnessState } from '../../records/log/log-state.ts';
import type { StampState } from '../../records/log/stamp.queries.ts';
import { ageWords, countWords, judged, worstOf } from '../health/health-checks.ts';

/** An entry is promised to be in the log so soon. */
const LATE_S = 60;

const RUNBOOK = 'docs/how-to/operations.md, “The log of the record”';

export type RecordFacts = Readonly<{
  state: LogState;
  /** The key that this copy would sign with. */
  own: string;
  witnesses: readonly WitnessState[];
  stamp: StampState | null;
  now: Instant;
}>;

/** What an operator has to know of the log, each with what to do about it. */
export function checksOf({ state, own, witnesses, stamp, now }: RecordFacts): HealthCheck[] {
  const maySign = state.key === null || state.key === own;
  return [
    keyCheck(maySign),
    waitingCheck(state, maySign, now),
    checkpointCheck(state, now),
    witnessCheck(witnesses),
    stampCheck(stamp, now),
  ];
}

/** All of them in one, for the page about the whole service. */
export function recordCheck(facts: RecordFacts): HealthCheck {
  const checks = checksOf(facts);
  const verdict = worstOf(checks.map((check) => check.verdict));
  const named = checks.filter((check) => check.verdict === verdict);
  const says = verdict === 'fine' ? checks.slice(1, 2) : named;
  return judged(
    ['record', 'The log of the record'],
    verdict,
    says.map((check) => check.says).join(' '),
    'See the page Record.',
  );
}

function keyCheck(maySign: boolean): HealthCheck {
  return judged(
    ['log_key', 'Key of the log'],
    maySign ? 'fine' : 'broken',
    maySign
      ? 'This copy signs with the key of the log.'
      : 'SECRET_KEY is not the one that the log is signed with. Nothing is added to the log, and no record can be downloaded.',
    `Nothing is lost: entries wait. If you changed SECRET_KEY, run “npm run ledger-key -- rotate --before FILE” with the secret of before in FILE; otherwise give the service its secret back (${RUNBOOK}).`,
  );
}

function waitingCheck(
  { waiting, waiting_since: since, size }: LogState,
  maySign: boolean,
  now: Instant,
): HealthCheck {
  const ageS = since ? (now - since.getTime()) / 1_000 : 0;
  const many = waiting >= WAITING_COUNTED ? 'More than ' : '';
  const waits =
    waiting === 0
      ? 'nothing waits'
      : `${many}${countWords(waiting, 'entry', 'entries')} waiting, the oldest for ${ageWords(ageS)}`;
  return judged(
    ['log_waiting', 'Entries'],
    ageS > LATE_S ? 'broken' : 'fine',
    `${countWords(size, 'entry', 'entries')} in the log, ${waits}.`,
    maySign
      ? `An entry has to be in the log within ${LATE_S} s. See the job sequence-log on the page Health and its last error (${RUNBOOK}).`
      : 'They enter the log as soon as the key is right.',
  );
}

function checkpointCheck(
  { size, checkpoint_size: signed, checkpoint_at: at }: LogState,
  now: Instant,
): HealthCheck {
  const named = ['log_checkpoint', 'Newest checkpoint'] as const;
  if (signed === null || at === null)
    return judged(named, 'fine', 'Nothing has been signed yet: the log is new.');
  return judged(
    named,
    signed === size ? 'fine' : 'broken',
    `It was signed ${ageWords((now - at.getTime()) / 1_000)} ago and covers ${countWords(signed, 'entry', 'entries')}${signed === size ? ', all that there are' : ` of ${size.toLocaleString('en-US')}`}.`,
    `The tables of the log do not fit each other: log_state and log_checkpoints were restored or changed apart (${RUNBOOK}).`,
  );
}

function witnessCheck(witnesses: readonly WitnessState[]): HealthCheck {
  const named = ['log_witnesses', 'Witnesses'] as const;
  if (witnesses.length === 0)
    return judged(
      named,
      'fine',
      'None is configured (LOG_WITNESSES): nobody else sees that the log only grows.',
    );
  const of = (wanted: HealthVerdict) =>
    witnesses.filter((each) => witnessVerdict(each).verdict === wanted).map(({ name }) => name);
  const [failing, against] = [of('look'), of('broken')];
  const cosign = witnesses.length - failing.length - against.length;
  const parts = [
    `${cosign} of ${witnesses.length} cosign.`,
    ...(against.length > 0 ? [`Does not accept this log: ${against.join(', ')}.`] : []),
    ...(failing.length > 0 ? [`Failing: ${failing.join(', ')}.`] : []),
  ];
  return judged(
    named,
    against.length > 0 ? 'broken' : failing.length > 0 ? 'look' : 'fine',
    parts.join(' '),
    'See below what each one says, and what to do.',
  );
}

function stampCheck(stamp: StampState | null, now: Instant): HealthCheck {
  const named = ['log_stamp', 'Time stamps'] as const;
  if (!stamp)
    return judged(
      named,
      'fine',
      'None is configured (LOG_STAMPS_URL): nobody else says when the log was as it is.',
    );
  const { stamped_at: at, failure } = stamp;
  const newest = at
    ? `The newest stamp is ${ageWords((now - at.getTime()) / 1_000)} old.`
    : 'There is no stamp yet.';
  return judged(
    named,
    failure === null ? 'fine' : 'look',
    failure === null ? newest : `${newest} The authority was asked since: ${failure}.`,
    `We ask it again, less often each time. Nothing depends on it but the proof of time; see whether LOG_STAMPS_URL can be reached from here (${RUNBOOK}).`,
  );
}

/** What a witness's state means, and what to do about it. */
export function witnessVerdict({ failure }: WitnessState): Pick<RecordWitness, 'verdict' | 'todo'> {
  if (failure === null) return { verdict: 'fine', todo: null };
  switch (disagrees(failure)) {
    case 'cut':
      return {
        verdict: 'broken',
        todo: `This log is shorter than it was, as after a backup was restored. The witness will not cosign it again. Go on under another name: “npm run ledger-key -- rename NAME” (${RUNBOOK}).`,
      };
    case 'other':
      return {
        verdict: 'broken',
        todo: `From some entry on its tree and this one differ. Compare /log/checkpoint with what the witness shows at its address (${RUNBOOK}).`,
      };
    case null:
      return {
        verdict: 'look',
        todo: 'We ask it again every 10 seconds. If this lasts, check whether its address can be reached from here, and ask who runs it.',
      };
  }
}
