import type { ChecklistItemId } from '@quorate/contract/checklist';
import { Badge } from '@quorate/ui/badge';
import { Button } from '@quorate/ui/button';
import { CopyButton } from '@quorate/ui/copy-button';
import { Icon } from '@quorate/ui/icon';
import { Spinner } from '@quorate/ui/spinner';
import type { SetupItem } from '../../contract/setup.ts';
import { PlaceLink } from '../run/place-link.tsx';
import { placesOf } from '../run/places.ts';
import { adviceSteps } from './advice-steps.ts';

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

const TITLES: Readonly<Record<ChecklistItemId, string>> = {
  'mt5-installed': 'MetaTrader 5 installed',
  'mt5-account': 'Trading account connected',
  'algo-trading': 'Algo trading enabled',
  'desktop-app': 'Desktop app installed',
  'bot-config': 'Bot configured',
  'risk-settings': 'Risk settings reviewed',
};

/** As the website's checklist calls it. */
function itemTitle(id: string): string {
  return TITLES[id as ChecklistItemId] ?? id;
}

const STATUS_WORDS: Readonly<Record<SetupItem['status'], string>> = {
  green: 'Done',
  red: 'To do',
  waiting: 'Looking',
  unknown: 'Not looked at',
};

/** Decoration: the word of the status stands beside it. */
function StatusIcon({ status }: { status: SetupItem['status'] }) {
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

/** What to do, numbered where it takes more than one step, with what has to be typed at hand. */
function Advice({ text }: { text: string }) {
  const { steps, address } = adviceSteps(text);
  return (
    <div className="mt-1.5 max-w-[44rem] text-small">
      {steps.length > 1 ? (
        <ol className="list-decimal space-y-1 pl-5 marker:text-muted">
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      ) : (
        <p>{steps[0]}</p>
      )}
      {address !== null && (
        <p className="mt-2 flex flex-wrap items-center gap-3">
          <code className="figures rounded-md bg-sunk px-2 py-1 text-[0.875rem]">{address}</code>
          <CopyButton label="Copy address" text={address} />
        </p>
      )}
    </div>
  );
}
