import { plural, t } from '@lingui/core/macro';
import type { Reply } from '@quorate/contract/endpoint';
import { getTradeProvenance } from '@quorate/contract/trade-provenance';
import { formatCount, formatList } from '@quorate/ui/format';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callApi } from '../lib/api-client.ts';
import { Explained } from './explained.tsx';
import { PROVENANCE_WORDS } from './provenance-words.ts';

type Query = NonNullable<Parameters<typeof callApi<typeof getTradeProvenance>>[1]['query']>;
type Counts = Reply<typeof getTradeProvenance>['provenances'];

type ProvenanceSharesProps = {
  userId: string;
  /** The trades that the figures beside it are of. */
  query: Query;
};

function useCounts({ userId, query }: ProvenanceSharesProps) {
  return useQuery({
    queryKey: ['trades', userId, 'provenance', query],
    queryFn: ({ signal }) => callApi(getTradeProvenance, { query }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** Which trades figures count, such as “128 trades: 96 demo confirmed, 32 demo alone”. It has its line before it is known. */
export function ProvenanceShares(props: ProvenanceSharesProps) {
  const { data, isError, isPlaceholderData } = useCounts(props);
  if (!data) return <p className="text-tiny text-muted">{isError ? FAILED : LOADING}</p>;
  const { total_trades: total, provenances } = data;
  if (total === 0) return null;
  const shares = formatList(
    provenances.map(
      ({ provenance, trades }) => `${formatCount(trades)} ${PROVENANCE_WORDS[provenance].counted}`,
    ),
    'unit',
  );
  return (
    <p aria-busy={isPlaceholderData} className="text-tiny text-muted">
      {t`${plural(total, { one: '# trade', other: '# trades' })}: ${shares}`}{' '}
      <Explained label={t`What does that mean?`}>
        <Sources counts={provenances} />
      </Explained>
    </p>
  );
}

const LOADING = t`Loading where these trades come from …`;
const FAILED = t`Failed to load where these trades come from.`;

/** The same behind a word, asked for when somebody looks. */
export function ProvenanceHint(props: ProvenanceSharesProps) {
  return (
    <Explained label={t`Where from?`}>
      <AskedSources {...props} />
    </Explained>
  );
}

function AskedSources(props: ProvenanceSharesProps) {
  const { data, isError } = useCounts(props);
  return data ? <Sources counts={data.provenances} /> : isError ? FAILED : LOADING;
}

function Sources({ counts }: { counts: Counts }) {
  return counts.map(({ provenance, trades }) => {
    const { source, about } = PROVENANCE_WORDS[provenance];
    return (
      <span key={provenance} className="mt-2 block first:mt-0">
        <span className="block font-semibold">
          {formatCount(trades)} · {source}
        </span>
        <span className="block text-muted">{about}</span>
      </span>
    );
  });
}
