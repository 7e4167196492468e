import { t } from '@lingui/core/macro';
import type { ListedDecision } from '@quorate/contract/decisions';
import { ACTION_TEXT } from '@quorate/ui/decision-words';
import { formatCount, formatList, formatMoney } from '@quorate/ui/format';
import { Cell, HeadCell, Table } from '@quorate/ui/table';
import { formatTime } from '@quorate/ui/time-format';
import { heldBy } from '@quorate/ui/verdict-rule-words';
import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import { formatR } from '../../lib/format-r.ts';
import { ACCOUNT_WORDS } from '../../ui/account-words.ts';
import { deskRuleName } from '../../ui/desk-rule-name.ts';
import { ENDING_WORDS } from './explanation-words.ts';

type DecisionsView = {
  decisions: readonly ListedDecision[];
  timeZone: string;
  storyOf: (decisionId: string) => string;
};

/** Decisions as a table, for wide screens. */
export function DecisionTable({ decisions, timeZone, storyOf }: DecisionsView) {
  const navigate = useNavigate();
  return (
    <Table
      caption={t`Decisions, times in ${timeZone}`}
      captionHidden
      head={
        <>
          <HeadCell>{t`Time`}</HeadCell>
          <HeadCell>{t`Symbol`}</HeadCell>
          <HeadCell>{t`Verdict`}</HeadCell>
          <HeadCell>{t`Votes`}</HeadCell>
          <HeadCell>{t`Outcome`}</HeadCell>
          <HeadCell>{t`Account`}</HeadCell>
          <HeadCell end>R</HeadCell>
        </>
      }
    >
      {decisions.map((decision) => (
        // The row is a larger target for the pointer; the link in it is what the keyboard reaches.
        <tr
          key={decision.decision_id}
          onClick={() => void navigate(storyOf(decision.decision_id))}
          className="h-11 cursor-pointer border-b border-line hover:bg-sunk/70"
        >
          <Cell figures className="whitespace-nowrap">
            <StoryLink decision={decision} to={storyOf(decision.decision_id)}>
              {formatTime(decision.as_of, timeZone)}
            </StoryLink>
          </Cell>
          <Cell figures className="font-medium">
            {decision.symbol}
          </Cell>
          <Cell figures className={`font-semibold ${ACTION_TEXT[decision.action]}`}>
            {decision.action}
          </Cell>
          <Cell>{votesWords(decision)}</Cell>
          <Cell>{outcomeWords(decision)}</Cell>
          <Cell>{ACCOUNT_WORDS[decision.account_type]}</Cell>
          <Cell end figures>
            <Result decision={decision} />
          </Cell>
        </tr>
      ))}
    </Table>
  );
}

/** The table's figures for narrow screens, one decision below the other. */
export function DecisionLines({ decisions, timeZone, storyOf }: DecisionsView) {
  return (
    <ul aria-label={t`Decisions, times in ${timeZone}`} className="border-t border-line">
      {decisions.map((decision) => (
        <li key={decision.decision_id} className="border-b border-line py-3 text-small">
          <div className="flex items-baseline justify-between gap-3">
            <span className="figures text-small">
              <span className="font-medium">{decision.symbol}</span>{' '}
              <span className={`text-tiny font-semibold ${ACTION_TEXT[decision.action]}`}>
                {decision.action}
              </span>
            </span>
            <span className="figures text-small">
              <Result decision={decision} />
            </span>
          </div>
          <div className="mt-1 flex flex-wrap items-baseline justify-between gap-x-3 text-tiny text-muted">
            <StoryLink decision={decision} to={storyOf(decision.decision_id)}>
              {formatTime(decision.as_of, timeZone)}
            </StoryLink>
            <span>
              {outcomeWords(decision)} · {votesWords(decision)} ·{' '}
              {ACCOUNT_WORDS[decision.account_type]}
            </span>
          </div>
        </li>
      ))}
    </ul>
  );
}

type StoryLinkProps = { decision: ListedDecision; to: string; children: ReactNode };

function StoryLink({ decision, to, children }: StoryLinkProps) {
  return (
    <Link
      to={to}
      onClick={(event) => event.stopPropagation()}
      className="-mx-1 inline-flex min-h-8 items-center rounded-sm px-1 underline decoration-line-strong decoration-dotted underline-offset-4 hover:text-brand max-sm:min-h-11"
    >
      <time dateTime={decision.as_of}>{children}</time>
      <span className="sr-only">{t`, explain the decision for ${decision.symbol}`}</span>
    </Link>
  );
}

/** A result that was never made says so beside its figure. */
function Result({ decision }: { decision: ListedDecision }) {
  const result = resultWords(decision);
  if (result === null) return <span className="text-muted">–</span>;
  const { text, hypothetical, tone } = result;
  if (!hypothetical) return <span className={tone}>{text}</span>;
  return (
    <span className="text-muted">
      <i className="text-tiny">{t`hypothetical`}</i> {text}
    </span>
  );
}

/** How the voters split, most first. @example votesWords(decision) // '2 sell, 1 buy turned' */
function votesWords({ votes }: ListedDecision): string {
  const counts = new Map<Voice, number>();
  for (const { abstained, action, turned } of votes) {
    const voice = abstained ? 'none' : turned ? (`${action}_turned` as const) : action;
    counts.set(voice, (counts.get(voice) ?? 0) + 1);
  }
  if (counts.size === 0) return t`nobody voted`;
  const parts = [...counts].toSorted(([, a], [, b]) => b - a);
  return formatList(
    parts.map(([voice, many]) => voiceWords(voice, formatCount(many))),
    'unit',
  );
}

type Voice =
  | 'none'
  | ListedDecision['votes'][number]['action']
  | `${'BUY' | 'SELL' | 'HOLD'}_turned`;

function voiceWords(voice: Voice, many: string): string {
  switch (voice) {
    case 'BUY':
      return t`${many} buy`;
    case 'SELL':
      return t`${many} sell`;
    case 'HOLD':
      return t`${many} hold`;
    case 'BUY_turned':
      return t`${many} buy turned`;
    case 'SELL_turned':
      return t`${many} sell turned`;
    case 'HOLD_turned':
      return t`${many} hold turned`;
    case 'none':
      return t`${many} abstained`;
  }
}

/** What became of a decision, in a few words. */
function outcomeWords({ outcome, rules }: ListedDecision): string {
  if (outcome === null) return t`Not reported`;
  switch (outcome.kind) {
    case 'held': {
      const broken = rules.find(({ pass }) => !pass);
      return broken ? t`Held: ${heldBy(broken.name)}` : t`Held`;
    }
    case 'vetoed':
      return outcome.rule === null
        ? t`Vetoed`
        : t`Vetoed: ${inSentence(deskRuleName(outcome.rule))}`;
    case 'traded': {
      const { profit, currency, ending } = outcome;
      if (profit === null || currency === null) return t`Traded`;
      if (ending === 'open') return t`Traded, still open`;
      const result = formatMoney(profit, currency, 'always');
      return ending === null ? result : formatList([result, ENDING_WORDS[ending]], 'unit');
    }
  }
}

type ResultWords = {
  text: string;
  hypothetical: boolean;
  tone: '' | 'text-gain' | 'text-loss';
};

/** R of the trade, or of what a veto would have been; null where there is none. */
function resultWords({ outcome }: ListedDecision): ResultWords | null {
  if (outcome === null) return null;
  const { r, hypothetical, ending } = outcome;
  if (r === null) {
    if (!hypothetical || ending === null) return null;
    return { text: ENDING_WORDS[ending], hypothetical, tone: '' };
  }
  const tone = r === 0 ? '' : r > 0 ? 'text-gain' : 'text-loss';
  return { text: formatR(r), hypothetical, tone };
}

/** A name inside a sentence; R stays a capital. @example inSentence('Expected R') // 'expected R' */
function inSentence(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}
