import { t } from '@lingui/core/macro';
import { useDeskPath } from '../../lib/desk-path.ts';
import { TextLink } from '../../ui/text-link.tsx';
import { usePanelRecord } from './calibration.api.ts';
import { MarketStatePlace } from './market-state-place.tsx';
import { type Known, stateLine } from './panel-words.ts';

const TONES: Readonly<Record<Known['state'], string>> = {
  measuring: 'text-muted',
  no_edge: 'text-warn',
  edge: 'text-muted',
};

/** What the analysts have shown on the market that was decided on last, in one line beside the bots. */
export function MarketState({ userId }: { userId: string }) {
  const { data, isError } = usePanelRecord(userId, null);
  const desk = useDeskPath();
  if (!data && !isError) return <MarketStatePlace />;
  const record = data?.record ?? null;
  return (
    <p className="mt-4 border-t border-line pt-3 text-tiny text-muted">
      {record ? (
        <span className={TONES[record.state]}>{stateLine(record)}</span>
      ) : data ? (
        t`Nothing was decided yet.`
      ) : (
        t`What your analysts have shown could not be loaded.`
      )}{' '}
      <TextLink
        to={`${desk}?tab=statistics&section=analysts#panel-record`}
      >{t`Record of the panel`}</TextLink>
    </p>
  );
}
