import type { TradeProvenance } from '@quorate/contract/trades';
import { Explained } from './explained.tsx';
import { PROVENANCE_MARKS, provenanceLook } from './provenance-mark.tsx';
import { PROVENANCE_WORDS } from './provenance-words.ts';

/** The mark of a trade's provenance, with what it means: its words come by themselves. */
export function ExplainedProvenance({ provenance }: { provenance: TradeProvenance }) {
  const { source, about } = PROVENANCE_WORDS[provenance];
  return (
    <Explained label={PROVENANCE_MARKS[provenance]} className={provenanceLook(provenance)}>
      <span className="block font-semibold">{source}</span>
      <span className="mt-1 block text-muted">{about}</span>
    </Explained>
  );
}
