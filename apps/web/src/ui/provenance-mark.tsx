import type { TradeProvenance } from '@quorate/contract/trades';
import { Explained } from './explained.tsx';
import { PROVENANCE_WORDS } from './provenance-words.ts';

/** Where a trade's figures come from, in a word that explains itself. */
export function ProvenanceMark({ provenance }: { provenance: TradeProvenance }) {
  const { mark, source, about } = PROVENANCE_WORDS[provenance];
  return (
    <Explained
      label={mark}
      className={provenance === 'contradicted' ? 'text-tiny text-loss' : 'text-tiny text-muted'}
    >
      <span className="block font-semibold">{source}</span>
      <span className="mt-1 block text-muted">{about}</span>
    </Explained>
  );
}
