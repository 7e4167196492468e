import { formatTime, viewerTimeZone } from '@quorate/ui/time-format';

/** A moment in the viewer's zone; a dash where there is none. @param at UTC in ISO 8601 */
export function Moment({ at }: { at: string | null }) {
  if (at === null) return <span className="text-muted">–</span>;
  return (
    <time dateTime={at} title={at} className="whitespace-nowrap">
      {formatTime(at, viewerTimeZone())}
    </time>
  );
}
