import { t } from '@lingui/core/macro';
import { Checkbox } from '@quorate/ui/checkbox';
import { Dialog } from '@quorate/ui/dialog';

const KEYS = [
  ['j', t`Next trade`],
  ['k', t`Previous trade`],
  [t`Enter`, t`Open the story of the trade`],
  ['/', t`Go to the text filter`],
  [t`Escape`, t`Leave the list or the filter`],
  ['?', t`Show these keys`],
  [t`Ctrl K`, t`Search everything (⌘ K on a Mac)`],
] as const;

type KeysDialogProps = { on: boolean; turn: (on: boolean) => void; onClose: () => void };

/** Names the single keys, and turns them off (WCAG 2.1.4). */
export function KeysDialog({ on, turn, onClose }: KeysDialogProps) {
  return (
    <Dialog title={t`Keyboard shortcuts`} onClose={onClose}>
      <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-5 gap-y-2 text-small">
        {KEYS.map(([key, words]) => (
          <div key={key} className="col-span-2 grid grid-cols-subgrid">
            <dt>
              <kbd className="figures inline-block min-w-7 rounded-sm border border-line-strong bg-sunk px-1.5 text-center">
                {key}
              </kbd>
            </dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-5 border-t border-line pt-4">
        <Checkbox
          label={t`Use single keys in the trade history`}
          checked={on}
          onChange={(event) => turn(event.target.checked)}
        />
      </div>
    </Dialog>
  );
}
