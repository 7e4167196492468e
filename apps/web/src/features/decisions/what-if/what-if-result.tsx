import { t } from '@lingui/core/macro';
import type { DecisionReplay, ReplayDesk } from '@quorate/contract/decision-replay';
import type { VoteReply } from '@quorate/contract/decisions';
import { analystName } from '@quorate/ui/analyst-name';
import { ACTION_TEXT, conviction, leanWords, VERDICT_WORDS } from '@quorate/ui/decision-words';
import { formatShare } from '@quorate/ui/format';
import { Icon } from '@quorate/ui/icon';
import { storedSentence } from '@quorate/ui/stored-sentence';
import { VerdictBar } from '@quorate/ui/verdict-bar';
import { useEffect, useRef } from 'react';
import { agreementWords } from '../verdict-words.ts';
import { faultSentence } from '../voter-words.ts';
import { usedWords } from './what-if-words.ts';

type Side = DecisionReplay['before'];

/** As it was and as it would have been, side by side, after a plain list of what differs. */
export function WhatIfResult({ result }: { result: DecisionReplay }) {
  const box = useRef<HTMLDivElement>(null);
  // It stands below what one has pressed, often out of sight.
  useEffect(() => box.current?.focus(), []);
  const { before, after, changes } = result;
  return (
    <section
      ref={box}
      tabIndex={-1}
      aria-label={t`What would have changed`}
      className="space-y-4 rounded-control border border-line p-4"
    >
      {changes.length === 0 ? (
        <p className="font-serif text-body">{t`Nothing would have changed.`}</p>
      ) : (
        <>
          <p className="font-serif text-body">{t`What would have changed`}</p>
          <ul className="list-disc space-y-1 ps-5 text-small">
            {changes.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </>
      )}
      <div className="grid gap-x-6 gap-y-5 sm:grid-cols-2">
        <Column title={t`As it was`} side={before} />
        <Column title={t`As it would have been`} side={after} />
      </div>
      <p className="text-tiny text-muted">{usedWords(result)}</p>
    </section>
  );
}

function Column({ title, side: { verdict, desk } }: { title: string; side: Side }) {
  const { action, p_up: pooled, votes } = verdict;
  return (
    <section aria-label={title} className="min-w-0 space-y-2">
      <h4 className="text-tiny font-medium text-muted">{title}</h4>
      <VerdictBar
        action={action}
        verdict={VERDICT_WORDS[action]}
        note={`${agreementWords(verdict)} · ${leanWords(pooled)}`}
      />
      <p className="text-tiny">{storedSentence(verdict.reason)}</p>
      <p className="flex gap-2 text-tiny">
        <DeskSign kind={desk.kind} />
        <span>{desk.sentence}</span>
      </p>
      <ul className="border-t border-line">
        {votes.map((vote) => (
          <VoteLine key={vote.analyst} vote={vote} />
        ))}
      </ul>
    </section>
  );
}

/** A vote in a line, or why there is none. */
function VoteLine({ vote }: { vote: VoteReply }) {
  const { analyst, action, p_up: up, abstained, fault } = vote;
  return (
    <li className="border-b border-dashed border-line py-1.5 text-tiny">
      <p className="flex items-baseline justify-between gap-3">
        <span className="[overflow-wrap:anywhere]">{analystName(analyst)}</span>
        <span
          className={`figures shrink-0 font-semibold ${abstained ? 'text-hold' : ACTION_TEXT[action]}`}
        >
          {abstained ? 'ABSTAINED' : `${action} ${formatShare(conviction(up))}`}
        </span>
      </p>
      {fault !== null && <p className="text-muted">{faultSentence(fault)}</p>}
    </li>
  );
}

const SIGNS = {
  allowed: { name: 'check', label: t`allowed`, tone: 'text-gain' },
  refused: { name: 'error', label: t`refused`, tone: 'text-loss' },
  nothing: { name: 'info', label: t`nothing asked`, tone: 'text-muted' },
  unknown: { name: 'info', label: t`not known`, tone: 'text-muted' },
} as const;

/** What the risk desk would make of it. */
function DeskSign({ kind }: { kind: ReplayDesk['kind'] }) {
  const { name, label, tone } = SIGNS[kind];
  return <Icon name={name} label={label} className={`mt-px size-4 shrink-0 ${tone}`} />;
}
