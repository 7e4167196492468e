import { plural, t } from '@lingui/core/macro';
import { PROVEN_FROM } from '@quorate/contract/calibration';
import type { DecisionReply } from '@quorate/contract/decisions';
import { formatFigure } from '@quorate/ui/decision-words';
import { formatCount } from '@quorate/ui/format';
import { formatR } from '../../lib/format-r.ts';

export type VerdictFigures = NonNullable<DecisionReply['verdict_figures']>;
type Agreed = Pick<DecisionReply, 'agreeing' | 'voters' | 'quorum' | 'rules'>;

/**
 * How many agree, and what that is worth: version 1 asked for a number of heads, the rules since for voters that
 * answer and for independent voices.
 *
 * @param figures null for a decision of version 1; left out where they are not sent, and then known by its rules
 * @example agreementWords(decision, decision.verdict_figures) // '2 of 3 agree, worth 1.33 voices'
 */
export function agreementWords(
  { agreeing, voters, quorum, rules }: Agreed,
  figures?: VerdictFigures | null,
): string {
  const voices =
    figures === undefined
      ? rules.find(({ name }) => name === 'agreement')?.value
      : figures?.effective_voters;
  if (voices === undefined) return t`${agreeing} of ${voters} agree, ${quorum} must`;
  if (voters < quorum) return t`${voters} voted, ${quorum} must`;
  if (agreeing < 2) return t`${agreeing} of ${voters} agree`;
  const figure = formatFigure(voices);
  return t`${agreeing} of ${voters} agree, worth ${plural(voices, { one: `${figure} voice`, other: `${figure} voices` })}`;
}

/** What a trade rested on; null where nothing was to be traded. */
export function restsOn(
  { agreeing }: Pick<DecisionReply, 'agreeing'>,
  { agreement, effective_voters: voices }: VerdictFigures,
): string | null {
  switch (agreement) {
    case null:
      return null;
    case 'several':
      return t`${plural(agreeing, { 2: 'Two', 3: 'Three', 4: 'Four', 5: 'Five', 6: 'Six', 7: 'Seven', 8: 'Eight', 9: 'Nine', one: 'One', other: '#' })} analysts agree, worth ${formatFigure(voices)} independent voices.`;
    case 'one_proven':
      return t`One analyst of proven skill, with nobody of more skill against it.`;
  }
}

/** The label of the record's lower bound, as sure as its owner asked for. */
export function boundLabel({ limits }: Pick<VerdictFigures, 'limits'>): string {
  return t`At least, by the record (${limits?.confidence_percent ?? USUAL_CONFIDENCE}%)`;
}

/** Decisions of before the figure could be chosen had this one. */
const USUAL_CONFIDENCE = 80;

/** What its owner asked for, in one sentence; null where it was not kept. */
export function limitsWords({ limits }: Pick<VerdictFigures, 'limits'>): string | null {
  if (!limits) return null;
  const { min_agreement: voices, one_proven: alone, min_expected_r: least } = limits;
  const [agreeing, r] = [formatFigure(voices), formatR(least)];
  const sure = limits.confidence_percent;
  return alone
    ? t`Your settings: ${agreeing} independent voices or one of proven skill, at least ${r} after costs, ${sure}% confidence.`
    : t`Your settings: ${agreeing} independent voices, at least ${r} after costs, ${sure}% confidence.`;
}

/** By what it was decided, and how far the record is. */
export function modeWords({ mode, outcomes_known: known }: VerdictFigures): string {
  const outcomes =
    known < PROVEN_FROM
      ? t`${formatCount(known)} of ${formatCount(PROVEN_FROM)} outcomes known`
      : plural(known, { one: '# outcome known', other: '# outcomes known' });
  return mode === 'learning'
    ? t`Learning: by what the analysts state, ${outcomes}`
    : t`Proven: by the record, ${outcomes}`;
}
