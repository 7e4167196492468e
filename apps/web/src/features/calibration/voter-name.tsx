import { analystName } from '@quorate/ui/analyst-name';

/** Who it is, and with which model. */
export function VoterName({
  voter: { analyst, model },
}: {
  voter: { analyst: string; model: string };
}) {
  return (
    <>
      <span className="font-medium [overflow-wrap:anywhere]">{analystName(analyst)}</span>
      {model !== analyst && model !== 'offline' && (
        <span className="block text-tiny text-muted [overflow-wrap:anywhere]">{model}</span>
      )}
    </>
  );
}
