import { Icon } from '@quorate/ui/icon';

/** Whether the service has a trade, and with it the dashboard. */
export function SyncedMark({ synced }: { synced: boolean }) {
  return (
    <span className="inline-flex items-center align-middle gap-1 whitespace-nowrap text-tiny text-muted">
      <Icon
        name={synced ? 'check' : 'up'}
        className={`size-3.5 ${synced ? 'text-gain' : 'text-warn'}`}
      />
      {synced ? 'Synced' : 'To be synced'}
    </span>
  );
}
