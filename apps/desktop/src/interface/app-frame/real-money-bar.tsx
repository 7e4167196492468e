import { Icon } from '@quorate/ui/icon';
import type { ConfigurationSummary } from '../../contract/app-state.ts';
import { AT_WORK } from '../../contract/run-state.ts';

/** On every screen as long as any configuration trades real money. */
export function RealMoneyBar({
  configurations,
}: {
  configurations: readonly ConfigurationSummary[];
}) {
  const real = configurations.filter((one) => one.account_type === 'real');
  if (real.length === 0) return null;
  return (
    <aside
      aria-label="Real money"
      className="sticky top-0 z-40 flex items-center min-h-8 gap-2.5 bg-loss px-4 py-1 text-tiny font-medium text-paper md:px-5"
    >
      <Icon name="warning" className="size-4 shrink-0" />
      <p className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        Real money:{' '}
        {real.map((one, index) => (
          <span key={one.configuration_name}>
            {index > 0 && ', '}
            <span className="figures">{one.account_number}</span> at {one.broker_server} (
            {AT_WORK.has(one.run.phase) ? 'bot at work' : 'bot stopped'})
          </span>
        ))}
      </p>
    </aside>
  );
}
