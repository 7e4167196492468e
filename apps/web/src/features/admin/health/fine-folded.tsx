import type { HealthVerdict } from '@quorate/contract/admin-health';
import type { ReactNode } from 'react';
import { useMediaQuery } from '../../../lib/use-media-query.ts';
import { FoldedOnPhone } from './folded-on-phone.tsx';

type FineFoldedProps<Row> = {
  label: string;
  rows: readonly Row[];
  /** What stands for so many that are fine. */
  summaryOf: (count: number) => string;
  list: (label: string, rows: readonly Row[]) => ReactNode;
};

/** All rows where there is room; on a phone what is fine stands behind one line, below what is not. */
export function FineFolded<Row extends { verdict: HealthVerdict }>({
  label,
  rows,
  summaryOf,
  list,
}: FineFoldedProps<Row>) {
  const wide = useMediaQuery('(min-width: 48rem)');
  if (wide) return list(label, rows);
  const fine = rows.filter(({ verdict }) => verdict === 'fine');
  const others = rows.filter(({ verdict }) => verdict !== 'fine');
  return (
    <>
      {others.length > 0 && list(label, others)}
      {fine.length > 0 && (
        <FoldedOnPhone summary={summaryOf(fine.length)}>
          {list(`${label} that are fine`, fine)}
        </FoldedOnPhone>
      )}
    </>
  );
}
