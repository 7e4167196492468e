import { plural, t } from '@lingui/core/macro';
import type { BoardResult } from '@quorate/contract/models-board';
import { formatCount, formatShare } from '@quorate/ui/format';
import { NOTHING_YET } from '@quorate/ui/stat';
import { formatR } from '../../lib/format-r.ts';
import { PROVENANCE_WORDS, rInterval, shareInterval } from './board-words.ts';

type BoardResultsProps = { results: readonly BoardResult[]; leastAccounts: number };

/** Closed trades, each provenance in a line of its own. */
export function BoardResults({ results, leastAccounts }: BoardResultsProps) {
  return (
    <ul className="divide-y divide-line border-y border-line">
      {results.map((result) => (
        <ResultLine key={result.provenance} result={result} leastAccounts={leastAccounts} />
      ))}
    </ul>
  );
}

function ResultLine({ result, leastAccounts }: { result: BoardResult; leastAccounts: number }) {
  const { provenance, trades, accounts, win_rate, mean_r, r_trades } = result;
  const { name, note } = PROVENANCE_WORDS[provenance];
  return (
    <li className="grid gap-x-8 gap-y-4 py-5 md:grid-cols-[minmax(0,15rem)_minmax(0,1fr)]">
      <div>
        <h3 className="font-medium">{name}</h3>
        <p className="mt-0.5 text-tiny text-muted">{note}</p>
        <p className="figures mt-1 text-tiny text-muted">{provenance}</p>
      </div>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-4">
        <Fact
          name={t`Win rate`}
          note={win_rate ? shareInterval(win_rate) : tooFew(result, leastAccounts)}
        >
          {win_rate ? formatShare(win_rate.value) : NOTHING_YET}
        </Fact>
        <Fact
          name={t`Mean result`}
          note={
            mean_r
              ? t`${rInterval(mean_r)}, ${plural(r_trades ?? 0, { one: '# trade with a stop loss', other: '# trades with a stop loss' })}`
              : tooFew(result, leastAccounts)
          }
        >
          {mean_r ? formatR(mean_r.value) : NOTHING_YET}
        </Fact>
        <Fact name={t`Closed trades`}>{formatCount(trades)}</Fact>
        <Fact name={t`Accounts`}>{formatCount(accounts)}</Fact>
      </dl>
    </li>
  );
}

function tooFew({ trades, accounts }: BoardResult, least: number): string {
  if (trades === 0) return t`no trade yet`;
  return accounts < least ? t`too few accounts` : t`no trade with a stop loss`;
}

function Fact({ name, note, children }: { name: string; note?: string; children: string }) {
  return (
    <div className="min-w-0">
      <dt className="text-tiny text-muted">{name}</dt>
      <dd className="figures mt-0.5 font-serif text-heading leading-tight whitespace-nowrap">
        {children}
      </dd>
      {note && <dd className="mt-1 text-tiny text-muted">{note}</dd>}
    </div>
  );
}
