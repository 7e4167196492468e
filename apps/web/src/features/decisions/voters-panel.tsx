import { plural, select, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ANALYSIS_DEPTHS, type AnalysisDepth, type DepthTerms } from '@quorate/contract/decisions';
import type { VoterReply, Voters } from '@quorate/contract/voters';
import { DEFAULT_LIMITS } from '@quorate/trading/ensemble/verdict-rules';
import { analystName } from '@quorate/ui/analyst-name';
import { Badge } from '@quorate/ui/badge';
import { Panel } from '@quorate/ui/panel';
import { useDeskPath } from '../../lib/desk-path.ts';
import { RetryNotice } from '../../ui/retry-notice.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { useVoters } from './decisions.api.ts';
import { depthName, depthTitle, modelWords, termsWords } from './voter-words.ts';
import { VotersPlace } from './voters-place.tsx';

/** Who votes on the markets of this user, and how far their plan lets them look. */
export function VotersPanel({ userId }: { userId: string }) {
  const voters = useVoters(userId);
  if (voters.data) return <VotersShown {...voters.data} />;
  if (!voters.isError) return <VotersPlace />;
  return (
    <Panel title={t`Who votes`}>
      <RetryNotice
        title={t`Failed to load who votes`}
        error={voters.error}
        onRetry={() => void voters.refetch()}
        busy={voters.isFetching}
      />
    </Panel>
  );
}

function VotersShown({ voters, depth, depths, offline }: Voters) {
  const own = depths.find((terms) => terms.depth === depth);
  const deeper = deeperWords(depths, depth);
  const desk = useDeskPath();
  return (
    <Panel
      title={t`Who votes`}
      aside={<Badge>{offline ? t`Offline analysts` : depthTitle(depth)}</Badge>}
    >
      <p className="max-w-prose text-small">
        {own &&
          t`The analysis of your plan is ${select(depth, { basic: 'basic', advanced: 'advanced', other: 'premium' })}: ${termsWords(own)}.`}{' '}
        {deeper} {deeper !== null && <TextLink to="/pricing">{t`Compare the plans`}</TextLink>}
      </p>
      {own && (
        <p className="mt-1 max-w-prose text-small text-muted">
          {quorumWords(own)}{' '}
          {t`Then at least ${minAgreement} independent voices must agree, or one of proven skill, unless the settings of your bot switch that off.`}
        </p>
      )}
      {offline && (
        <p className="mt-1 max-w-prose text-small text-muted">{t`No language model is set up. Offline analysts vote: they follow fixed rules and cost nothing to ask.`}</p>
      )}
      <ul className="mt-4 grid gap-x-8 border-t border-line sm:grid-cols-2 lg:grid-cols-3">
        {voters.map((voter) => (
          <VoterLine key={voter.analyst} voter={voter} asked={askedFrom(voter, depth)} />
        ))}
      </ul>
      <p className="mt-4 text-tiny text-muted">
        <Trans>
          How each has done so far is under{' '}
          <TextLink
            to={`${desk}?tab=statistics&section=analysts#calibration`}
          >{t`Statistics`}</TextLink>
          , with the{' '}
          <TextLink
            to={`${desk}?tab=statistics&section=analysts#panel-record`}
          >{t`record of the panel`}</TextLink>
          .
        </Trans>
      </p>
    </Panel>
  );
}

function VoterLine({ voter, asked }: { voter: VoterReply; asked: string | null }) {
  return (
    <li className="flex items-start justify-between gap-3 border-b border-line py-3">
      <div className="min-w-0 text-small">
        <p className="font-medium [overflow-wrap:anywhere]">{analystName(voter.analyst)}</p>
        <p className="text-tiny text-muted [overflow-wrap:anywhere]">{modelWords(voter)}</p>
        {asked !== null && <p className="text-tiny text-muted">{asked}</p>}
        {voter.state === 'resting' && (
          <p className="text-tiny text-muted">{t`It was too slow or its provider failed; we ask it again automatically.`}</p>
        )}
      </div>
      <Badge tone={voter.state === 'ready' ? 'gain' : 'warn'} className="shrink-0">
        {voter.state === 'ready' ? t`Ready` : t`Resting`}
      </Badge>
    </li>
  );
}

const { minVoters, minAgreement } = DEFAULT_LIMITS;

/** How many must answer; all of a smaller panel. @example quorumWords(terms) // 'For a trade, 3 of 5 must answer.' */
export function quorumWords({ voters }: Pick<DepthTerms, 'voters'>): string {
  return voters <= minVoters
    ? t`For a trade, all ${voters} must answer.`
    : t`For a trade, at least ${minVoters} of ${voters} must answer.`;
}

/**
 * What the deepest analysis does beyond one's own; null where it does no more, as with few voters.
 *
 * @example deeperWords(depths, 'basic') // 'Premium asks 7 in 2 rounds.'
 */
export function deeperWords(depths: readonly DepthTerms[], own: AnalysisDepth): string | null {
  const mine = depths.find(({ depth }) => depth === own);
  const rank = (depth: AnalysisDepth) => ANALYSIS_DEPTHS.indexOf(depth);
  const deepest = depths.toSorted((a, b) => rank(b.depth) - rank(a.depth))[0];
  if (!mine || !deepest || rank(deepest.depth) <= rank(own)) return null;
  if (deepest.voters <= mine.voters && deepest.rounds <= mine.rounds) return null;
  const { voters, rounds } = deepest;
  return t`${depthName(deepest.depth)} asks ${voters} in ${plural(rounds, { one: '# round', other: '# rounds' })}.`;
}

/** From which depth on a voter is asked; null where one's own is deep enough. */
export function askedFrom({ depths }: VoterReply, own: AnalysisDepth): string | null {
  if (depths.includes(own)) return null;
  const first = ANALYSIS_DEPTHS.find((depth) => depths.includes(depth));
  return first === undefined ? t`Not asked at any depth` : t`Asked from ${depthName(first)} on`;
}
