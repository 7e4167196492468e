import { CHECKLIST_ITEMS } from '@quorate/contract/checklist';
import { Button } from '@quorate/ui/button';
import { Notice } from '@quorate/ui/notice';
import { Panel } from '@quorate/ui/panel';
import { Skeleton } from '@quorate/ui/skeleton';
import { TextLink } from '../../ui/text-link.tsx';
import { useChecklist } from './checklist.api.ts';
import { ChecklistItem } from './checklist-item.tsx';

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
