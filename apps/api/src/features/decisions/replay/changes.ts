import type { ReplayDesk, ReplayVerdict } from '@quorate/contract/decision-replay';

type Side = Readonly<{ verdict: ReplayVerdict; desk: ReplayDesk }>;

/**
 * What differs, in plain sentences with the figures; none where all would have been the same.
 *
 * @param asked voters that were asked again; null where the stored votes stand
 */
export function changesOf(before: Side, after: Side, asked: number | null): string[] {
  const few = tooFewVoters(after.verdict, asked);
  return [
    ...verdictChanges(before.verdict, after.verdict, few),
    ...deskChanges(before.desk, after.desk),
  ];
}

/** Whatever so few say, they make no trade: that is the reason to tell, not what they said. */
function tooFewVoters({ rules }: ReplayVerdict, asked: number | null): string | undefined {
  const needed = rules.find(({ name }) => name === 'voters')?.limit ?? 0;
  if (asked === null || asked >= needed) return undefined;
  const were = asked === 1 ? '1 voter was' : `${asked} voters were`;
  return `${were} asked, and a trade needs the votes of ${needed}.`;
}

function verdictChanges(
  before: ReplayVerdict,
  after: ReplayVerdict,
  few: string | undefined,
): string[] {
  const changes: string[] = [];
  const why = few ?? within(after.reason.replace(/^Hold: /, ''));
  if (before.action !== after.action) {
    changes.push(`The verdict would have been ${after.action} instead of ${before.action}: ${why}`);
  } else if (after.action !== 'HOLD') {
    changes.push(...distance('stop loss', before.sl_atr, after.sl_atr));
    changes.push(...distance('take profit', before.tp_atr, after.tp_atr));
  } else if (failedRule(before) !== failedRule(after)) {
    changes.push(`It would have been held for another reason: ${why}`);
  }
  const [was, now] = [percent(before.p_up), percent(after.p_up)];
  if (was !== now)
    changes.push(`The pooled chance of a rise would have been ${now} instead of ${was}.`);
  return changes;
}

function failedRule({ rules }: ReplayVerdict): string | undefined {
  return rules.find(({ pass }) => !pass)?.name;
}

function distance(what: string, before: number | null, after: number | null): string[] {
  if (before === after) return [];
  return [`The ${what} would have been ${after} ATR away instead of ${before}.`];
}

function deskChanges(before: ReplayDesk, after: ReplayDesk): string[] {
  switch (after.kind) {
    case 'nothing':
      return [];
    case 'unknown':
      return before.kind === 'unknown' && before.side === after.side ? [] : [after.sentence];
    case 'refused': {
      const why = within(after.sentence);
      if (before.kind !== 'refused') return [`The risk desk would have refused: ${why}`];
      if (before.rule === after.rule) return [];
      return [`The risk desk would have refused for another reason: ${why}`];
    }
    case 'allowed':
      return allowedChanges(before, after);
  }
}

function allowedChanges(before: ReplayDesk, after: ReplayDesk): string[] {
  if (before.kind !== 'allowed') return [after.sentence];
  if (before.lots === after.lots) return [];
  // A range stands in the sentence alone.
  if (before.lots === null || after.lots === null) return [after.sentence];
  return [`Lots would have been ${after.lots} instead of ${before.lots}.`];
}

/** A sentence after a colon; names and symbols keep their capitals. */
function within(sentence: string): string {
  return /^[A-Z][a-z]* /.test(sentence)
    ? sentence.replace(/^./, (first) => first.toLowerCase())
    : sentence;
}

function percent(chance: number): string {
  return `${(100 * chance).toFixed(1)}%`;
}
