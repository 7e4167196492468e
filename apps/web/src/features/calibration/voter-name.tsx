import type { VoterRecord } from '@quorate/contract/calibration';
import { analystName } from '@quorate/ui/analyst-name';

/** Who it is, and with which model. */
export function VoterName({ record: { analyst, model } }: { record: VoterRecord }) {
  return (
    <>
      <span className="font-medium [overflow-wrap:anywhere]">{analystName(analyst)}</span>
      {model !== analyst && model !== 'offline' && (
        <span className="block text-tiny text-muted [overflow-wrap:anywhere]">{model}</span>
      )}
    </>
  );
}
