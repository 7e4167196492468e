import { ConvergingLines } from '@quorate/ui/converging-lines';
import { SITE } from '../lib/site.ts';

export function Logo() {
  return (
    <span className="inline-flex items-center gap-2.5 wrap-anywhere font-serif text-heading font-semibold tracking-[-0.01em]">
      <ConvergingLines className="size-[1.625rem] shrink-0 text-brand" />
      {SITE.name}
    </span>
  );
}
