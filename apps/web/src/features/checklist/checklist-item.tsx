import type { ChecklistItemId } from '@quorate/contract/checklist';
import { Badge } from '@quorate/ui/badge';
import { ITEM_WORDS } from './checklist-items.ts';

type ChecklistItemProps = {
  id: ChecklistItemId;
  critical: boolean;
  done: boolean;
  disabled: boolean;
  onToggle: (done: boolean) => void;
};

export function ChecklistItem({ id, critical, done, disabled, onToggle }: ChecklistItemProps) {
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
