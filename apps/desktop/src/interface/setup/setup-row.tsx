import { Badge } from '@quorate/ui/badge';
import { Button } from '@quorate/ui/button';
import type { SetupItem } from '../../contract/setup.ts';
import { PlaceLink } from '../run/place-link.tsx';
import { placesOf } from '../run/places.ts';
import { Advice } from './advice.tsx';
import { itemTitle, STATUS_WORDS } from './item-words.ts';
import { StatusIcon } from './status-icon.tsx';

type SetupRowProps = {
  item: SetupItem;
  /** Of the configuration. */
  name: string;
  isChecking: boolean;
  isSettingUp: boolean;
  onSetUp: () => void;
  onCheck: () => void;
};

const TEXT = {
  green: 'text-gain',
  red: 'text-loss',
  waiting: 'text-brand',
  unknown: 'text-muted',
} as const;

/** The status says it already. */
const NOTHING_TO_ADD = 'Not looked at yet.';

/** One item: how it stands, what was found, and the one thing to do about it. */
export function SetupRow({ item, name, ...how }: SetupRowProps) {
  const { status, critical, detail, advice, action } = item;
  return (
    <li className="grid grid-cols-[1.5rem_minmax(0,1fr)] items-start gap-x-3 gap-y-2.5 border-b border-line py-4 first:pt-0 last:border-b-0 last:pb-0 sm:grid-cols-[1.5rem_minmax(0,1fr)_auto]">
      <StatusIcon status={status} />
      <div className="min-w-0 wrap-anywhere">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <span className="font-medium">{itemTitle(item.id)}</span>
          {critical && <Badge tone="warn">Critical</Badge>}
          <span className={`text-tiny font-medium ${TEXT[status]}`}>{STATUS_WORDS[status]}</span>
        </p>
        {detail !== '' && detail !== NOTHING_TO_ADD && (
          <p className="mt-0.5 text-small text-muted">{detail}</p>
        )}
        {advice !== null && <Advice text={advice} />}
      </div>
      {action !== null && !(status === 'unknown' && action === 'check-again') && (
        <div className="col-start-2 sm:col-start-3">
          <RowAction action={action} name={name} {...how} />
        </div>
      )}
    </li>
  );
}

type RowActionProps = Omit<SetupRowProps, 'item'> & { action: NonNullable<SetupItem['action']> };

function RowAction({ action, name, isChecking, isSettingUp, onSetUp, onCheck }: RowActionProps) {
  const places = placesOf(name);
  switch (action) {
    case 'set-up-terminal':
      return (
        <Button size="small" disabled={isSettingUp} onClick={onSetUp}>
          Set up terminal
        </Button>
      );
    case 'check-again':
      return (
        <Button
          size="small"
          variant="secondary"
          disabled={isChecking || isSettingUp}
          onClick={onCheck}
        >
          Check again
        </Button>
      );
    case 'edit-configuration':
      return <PlaceLink to={places.edit} label="Edit configuration" />;
    case 'sign-in':
      return <PlaceLink to={places.signIn} label="Sign in" />;
  }
}
