import { Icon } from '@quorate/ui/icon';
import { Spinner } from '@quorate/ui/spinner';
import type { SetupItem } from '../../contract/setup.ts';

/** Decoration: the word of the status stands beside it. */
export function StatusIcon({ status }: { status: SetupItem['status'] }) {
  return (
    <span className="mt-0.5 grid size-6 shrink-0 place-items-center">
      <Drawing status={status} />
    </span>
  );
}

function Drawing({ status }: { status: SetupItem['status'] }) {
  switch (status) {
    case 'green':
      return <Icon name="check" className="size-6 text-gain" />;
    case 'red':
      return <Icon name="error" className="size-6 text-loss" />;
    case 'waiting':
      return <Spinner size="small" />;
    case 'unknown':
      return <span className="size-4 rounded-full border border-dashed border-line-strong" />;
  }
}
