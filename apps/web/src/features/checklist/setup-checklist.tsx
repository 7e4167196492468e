import { CHECKLIST_ITEMS, type ChecklistItemId } from '@quorate/contract/checklist';
import { Badge } from '@quorate/ui/badge';
import { Button } from '@quorate/ui/button';
import { Notice } from '@quorate/ui/notice';
import { Panel } from '@quorate/ui/panel';
import { Skeleton } from '@quorate/ui/skeleton';
import { TextLink } from '../../ui/text-link.tsx';
import { useChecklist } from './checklist.api.ts';

export function SetupChecklist({ userId }: { userId: string }) {
  const { checklist, toggle, unsaved, saveAgain, reload, busy } = useChecklist(userId);
  const done = CHECKLIST_ITEMS.filter(({ id }) => checklist?.items[id]).length;
  const complete = done === CHECKLIST_ITEMS.length;

  return (
    <Panel
      title="Setup checklist"
      aside={
        <span className="text-small">
          <TextLink to="/guide">Full Guide</TextLink>
        </span>
      }
    >
      <p aria-live="polite" className="mb-3 text-small">
        {checklist ? (
          complete ? (
            <span className="font-medium text-gain">Setup Complete!</span>
          ) : (
            <span className="text-muted">
              {done} of {CHECKLIST_ITEMS.length} done
            </span>
          )
        ) : (
          <Skeleton className="h-[1.40625rem] w-20" />
        )}
      </p>
      {checklist?.source === 'browser' && (
        <Notice
          tone="warning"
          live
          className="mb-3"
          action={
            <Button variant="secondary" size="small" onClick={reload} busy={busy}>
              Retry
            </Button>
          }
        >
          The service did not answer: this is the list as this browser remembers it.
        </Notice>
      )}
      {unsaved && (
        <Notice
          tone="error"
          live
          className="mb-3"
          action={
            <Button variant="secondary" size="small" onClick={saveAgain} busy={busy}>
              Save again
            </Button>
          }
        >
          Your change could not be saved to your account.
        </Notice>
      )}
      <ul>
        {CHECKLIST_ITEMS.map(({ id, critical }) => (
          <ChecklistItem
            key={id}
            id={id}
            critical={critical}
            done={checklist?.items[id] === true}
            disabled={!checklist}
            onToggle={(checked) => toggle(id, checked)}
          />
        ))}
      </ul>
    </Panel>
  );
}

type ChecklistItemProps = {
  id: ChecklistItemId;
  critical: boolean;
  done: boolean;
  disabled: boolean;
  onToggle: (done: boolean) => void;
};

function ChecklistItem({ id, critical, done, disabled, onToggle }: ChecklistItemProps) {
  const { title, text } = ITEM_WORDS[id];
  return (
    <li className="border-t border-line first:border-t-0">
      <label className="flex items-start gap-3 py-2.5">
        <input
          type="checkbox"
          checked={done}
          disabled={disabled}
          onChange={(event) => onToggle(event.target.checked)}
          className="mt-1 size-[1.125rem] shrink-0 cursor-pointer accent-brand"
        />
        <span className="min-w-0 flex-1">
          <span className="flex flex-wrap items-center gap-x-2">
            <span className={`text-small font-medium ${done ? 'text-muted line-through' : ''}`}>
              {title}
            </span>
            {critical && <Badge tone="warn">Critical</Badge>}
          </span>
          <span className="block text-tiny text-muted">{text}</span>
        </span>
      </label>
    </li>
  );
}

/** What each step of the setup asks for. */
const ITEM_WORDS: Readonly<Record<ChecklistItemId, { title: string; text: string }>> = {
  'mt5-installed': {
    title: 'MetaTrader 5 installed',
    text: 'The terminal of your broker, on Windows 10 or 11.',
  },
  'mt5-account': {
    title: 'Trading account connected',
    text: 'Signed in to a demo account first, a real one later.',
  },
  'algo-trading': {
    title: 'Algo trading enabled',
    text: 'The Algo Trading button in the terminal is green.',
  },
  'desktop-app': {
    title: 'Desktop app installed',
    text: 'Signed in with the same account as here.',
  },
  'bot-config': {
    title: 'Bot configured',
    text: 'Terminal path, account number, broker server and account type are set.',
  },
  'risk-settings': {
    title: 'Risk settings reviewed',
    text: 'Risk per trade 1-2%, daily and weekly loss limits set.',
  },
};
