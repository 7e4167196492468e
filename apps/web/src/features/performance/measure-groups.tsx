import type { PerformanceReply } from '@quorate/contract/performance';
import { MEASURES } from '@quorate/trading/statistics/measures/catalogue';
import { GROUP_WORDS, type MeasureGroup } from '@quorate/trading/statistics/measures/measure';
import { MeasureRow } from './measure-row.tsx';

/** Side by side on wide screens, about equally long. */
const COLUMNS: readonly (readonly MeasureGroup[])[] = [
  ['result', 'costs', 'time'],
  ['risk', 'consistency'],
];

/** All measures by their groups. Without a reply their places are held, so that nothing moves when it comes. */
export function MeasureGroups({ reply }: { reply: PerformanceReply | undefined }) {
  const found = new Map(reply?.measures.map((measure) => [measure.key, measure]));
  return (
    <div className="grid items-start gap-x-12 gap-y-8 lg:grid-cols-2">
      {COLUMNS.map((groups) => (
        <div key={groups.join()} className="min-w-0 space-y-8">
          {groups.map((group) => (
            <section key={group} aria-labelledby={`measures-${group}`} className="drawn-when-near">
              <h3
                id={`measures-${group}`}
                className="border-b border-line-strong/60 pb-2 text-body font-semibold"
              >
                {GROUP_WORDS[group]}
              </h3>
              <ul>
                {MEASURES.filter((text) => text.group === group).map((text) => (
                  <MeasureRow
                    key={text.key}
                    text={text}
                    measure={found.get(text.key)}
                    currency={reply?.currency ?? 'USD'}
                  />
                ))}
              </ul>
            </section>
          ))}
        </div>
      ))}
    </div>
  );
}
