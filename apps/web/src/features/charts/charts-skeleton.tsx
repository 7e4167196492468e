import { Skeleton } from '@quorate/ui/skeleton';
import { ChartFrame } from './chart-frame.tsx';
import { CHART_NOTES } from './chart-notes.ts';

const { equity, calendar, symbols, weekdays, hours, sessions, r } = CHART_NOTES;

/** The place of the charts, as high as they are: nothing below or between them moves when they come. */
export function ChartsSkeleton() {
  return (
    <div role="status" className="space-y-8">
      <span className="sr-only">Loading charts</span>
      <Place {...equity} height="h-[22.8rem] sm:h-[21.6875rem]" />
      <Place {...calendar} height="h-[26rem]" />
      <div className="grid gap-x-10 gap-y-8 lg:grid-cols-2">
        {[weekdays, hours, sessions, r].map((names) => (
          <Place key={names.title} {...names} height="h-[15.8rem] sm:h-[14.6875rem]" />
        ))}
      </div>
      <Place {...symbols} height="h-40" />
    </div>
  );
}

function Place({ title, note, height }: { title: string; note: string; height: string }) {
  return (
    <ChartFrame title={title} note={note} total="" table={null}>
      <Skeleton className={height} />
    </ChartFrame>
  );
}
