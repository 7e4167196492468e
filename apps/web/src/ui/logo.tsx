import { BRAND } from '@quorate/contract/brand';
import { ConvergingLines } from './converging-lines.tsx';

export function Logo() {
  return (
    <span className="inline-flex items-center gap-2.5 font-serif text-[1.25rem] font-semibold tracking-[-0.01em]">
      <ConvergingLines className="size-[1.625rem] text-brand" />
      {BRAND.name}
    </span>
  );
}
