import type { VoterRecord } from '@quorate/contract/calibration';
import { analystName } from '@quorate/ui/analyst-name';
import { CurveCharts } from '../../ui/curve-charts.tsx';

/** What each voter said against what came, side by side. */
export function ReliabilityCharts({ records }: { records: readonly VoterRecord[] }) {
  const curves = records.map(({ analyst, model, outcomes, curve }) => ({
    id: `${analyst} ${model}`,
    name: analystName(analyst),
    outcomes,
    curve,
  }));
  return <CurveCharts curves={curves} />;
}
