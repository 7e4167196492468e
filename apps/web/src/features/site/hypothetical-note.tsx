import { t } from '@lingui/core/macro';
/** Stands beside every figure that no real account has earned. */
export function HypotheticalNote({ className }: { className?: string }) {
  return (
    <p
      className={`text-tiny text-muted ${className ?? ''}`}
    >{t`Figures of the beta stage, from simulated and hypothetical trading. Such results have limits: nothing was really executed, so they may not show the effect of liquidity and other market factors, and they were made with the benefit of hindsight. No account will necessarily achieve similar profits or losses.`}</p>
  );
}
