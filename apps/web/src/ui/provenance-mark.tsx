import { t } from '@lingui/core/macro';
import type { TradeProvenance } from '@quorate/contract/trades';
import { classNames } from '@quorate/ui/class-names';
import { latePart } from '../lib/late-part.tsx';

/** Beside a trade whose account is shown. */
export const PROVENANCE_MARKS: Readonly<Record<TradeProvenance, string>> = {
  'real-agreed': t`confirmed`,
  'real-alone': t`alone`,
  'demo-agreed': t`confirmed`,
  'demo-alone': t`alone`,
  'paper-live': t`paper`,
  'paper-replayed': t`replayed`,
  practice: t`practice`,
  imported: t`imported`,
  contradicted: t`contradicted`,
};

export function provenanceLook(provenance: TradeProvenance): string {
  return provenance === 'contradicted' ? 'text-tiny text-loss' : 'text-tiny text-muted';
}

/** As much as the button takes that comes in its place: nothing moves. */
const ROOM = 'inline-flex items-center max-md:-my-3 max-md:min-h-11 max-md:min-w-6';

type ProvenanceMarkProps = { provenance: TradeProvenance };

/** Where a trade's figures come from, in a word that explains itself. */
export const ProvenanceMark = latePart<ProvenanceMarkProps>(
  async () => (await import('./explained-provenance.tsx')).ExplainedProvenance,
  ({ provenance }) => (
    <span className={classNames(ROOM, provenanceLook(provenance))}>
      {PROVENANCE_MARKS[provenance]}
    </span>
  ),
  t`Failed to load where these trades come from.`,
).Part;
