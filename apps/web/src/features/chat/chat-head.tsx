import { Button } from '@quorate/ui/button';
import { Icon } from '@quorate/ui/icon';
import { useRef, useState } from 'react';

type ChatHeadProps = {
  titleId: string;
  /** Null while there is nothing to clear, or a reply is pending. */
  onClear: (() => void) | null;
  onClose: () => void;
};

const ICON_BUTTON =
  'grid size-11 place-items-center rounded-control text-muted hover:bg-sunk hover:text-ink disabled:opacity-40';

export function ChatHead({ titleId, onClear, onClose }: ChatHeadProps) {
  const [asking, setAsking] = useState(false);
  const clearButton = useRef<HTMLButtonElement>(null);
  const keep = () => {
    setAsking(false);
    clearButton.current?.focus();
  };
  return (
    <div className="border-b border-line">
      <div className="flex items-center gap-1 py-2 pr-2 pl-4">
        <h2 id={titleId} className="mr-auto font-serif text-heading">
          Assistant
        </h2>
        <button
          ref={clearButton}
          type="button"
          aria-label="Clear history"
          aria-expanded={asking}
          disabled={onClear === null}
          onClick={() => setAsking(!asking)}
          className={ICON_BUTTON}
        >
          <Icon name="trash" />
        </button>
        <button
          type="button"
          aria-label="Close the assistant"
          onClick={onClose}
          className={ICON_BUTTON}
        >
          <Icon name="close" />
        </button>
      </div>
      {asking && onClear && (
        <fieldset className="animate-arrive px-4 pb-3 text-small">
          <legend>Delete this conversation from this browser?</legend>
          <div className="mt-2 flex gap-2">
            <Button
              size="small"
              onClick={() => {
                setAsking(false);
                onClear();
              }}
            >
              Delete
            </Button>
            <Button size="small" variant="secondary" onClick={keep}>
              Keep
            </Button>
          </div>
        </fieldset>
      )}
    </div>
  );
}
