import { t } from '@lingui/core/macro';
import { CHAT_LIMITS } from '@quorate/contract/chat';
import { Button } from '@quorate/ui/button';
import { closeOnBack } from '@quorate/ui/close-on-back';
import { CONTROL_CLASS } from '@quorate/ui/field-style';
import { Icon } from '@quorate/ui/icon';
import {
  type KeyboardEvent,
  type Ref,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { getSession } from '../../lib/session/session.ts';
import { dropDraft, keepDraft, readDraft } from '../../lib/tab-storage.ts';
import { ChatLog } from './chat-log.tsx';
import { ask, clearChat, getChat, stopAnswer, subscribeToChat } from './chat-store.ts';

/** From this width on the panel stands beside the page; below, it covers the screen. */
const BESIDE = '(min-width: 40rem)';

export type ChatPanelProps = { id: string; onClose: () => void };

/** The conversation with the assistant: a window beside the page, which stays usable. */
export function ChatPanel({ id, onClose }: ChatPanelProps) {
  const chat = useSyncExternalStore(subscribeToChat, getChat);
  const panel = useRef<HTMLElement>(null);
  const box = useRef<HTMLTextAreaElement>(null);
  const titleId = useId();
  const { pending, messages } = chat;

  // The box is disabled while a reply is pending: focus waits on the panel, so that Escape still closes it.
  useEffect(() => {
    const { activeElement } = document;
    const inside = activeElement === document.body || panel.current?.contains(activeElement);
    if (pending && inside) panel.current?.focus();
    if (!pending && activeElement === panel.current) box.current?.focus();
  }, [pending]);

  useEffect(() => {
    (box.current?.disabled ? panel.current : box.current)?.focus();
  }, []);

  const closeAsAsked = useEffectEvent(onClose);
  useEffect(() => {
    if (window.matchMedia(BESIDE).matches) return;
    return closeOnBack(() => closeAsAsked());
  }, []);

  const clear = () => {
    clearChat();
    box.current?.focus();
  };

  const stop = () => {
    // The button goes away; focus waits where the box takes it from.
    panel.current?.focus();
    stopAnswer();
  };

  const closeIfCovering = () => {
    if (!window.matchMedia(BESIDE).matches) onClose();
  };

  return (
    <section
      ref={panel}
      id={id}
      role="dialog"
      aria-modal="false"
      aria-labelledby={titleId}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
      className="fixed inset-0 z-50 flex animate-arrive max-sm:pt-[env(safe-area-inset-top)] max-sm:pe-[env(safe-area-inset-right)] max-sm:pb-[env(safe-area-inset-bottom)] max-sm:ps-[env(safe-area-inset-left)] flex-col border-line bg-surface text-ink focus:outline-none sm:inset-auto sm:end-4 sm:bottom-24 sm:h-[min(38rem,calc(100dvh-8rem))] sm:w-[25rem] sm:rounded-card sm:border sm:shadow-overlay"
    >
      <ChatHead
        titleId={titleId}
        onClear={messages.length === 0 || pending ? null : clear}
        onClose={onClose}
      />
      <ChatLog chat={chat} onFollow={closeIfCovering} onStop={stop} />
      <ChatInput box={box} pending={pending} onSend={ask} />
    </section>
  );
}

type ChatInputProps = {
  box: Ref<HTMLTextAreaElement>;
  pending: boolean;
  /** @returns whether the message was taken; only then the box empties */
  onSend: (text: string) => boolean;
};

export function ChatInput({ box, pending, onSend }: ChatInputProps) {
  const [text, setText] = useState(() => readDraft('chat', ownerNow())?.text ?? '');
  const change = (typed: string) => {
    setText(typed);
    keepDraft('chat', ownerNow(), { text: typed });
  };
  const send = () => {
    if (!onSend(text)) return;
    setText('');
    dropDraft('chat');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // While letters are being composed, Enter chooses one of them.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      className="flex items-end gap-2 border-t border-line p-3"
    >
      <textarea
        ref={box}
        dir="auto"
        aria-label={t`Your message`}
        placeholder={t`Ask about setup, plans, payments`}
        rows={2}
        maxLength={CHAT_LIMITS.message}
        value={text}
        disabled={pending}
        onChange={(event) => change(event.target.value)}
        onKeyDown={onKeyDown}
        className={`${CONTROL_CLASS} max-h-40 resize-none field-sizing-content`}
      />
      <Button type="submit" busy={pending} disabled={text.trim() === ''}>{t`Send`}</Button>
    </form>
  );
}

function ownerNow(): string {
  return getSession().user?.id ?? '';
}

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
      <div className="flex items-center gap-1 py-2 pe-2 ps-4">
        <h2 id={titleId} className="me-auto font-serif text-heading">{t`Assistant`}</h2>
        <button
          ref={clearButton}
          type="button"
          aria-label={t`Clear history`}
          aria-expanded={asking}
          disabled={onClear === null}
          onClick={() => setAsking(!asking)}
          className={ICON_BUTTON}
        >
          <Icon name="trash" />
        </button>
        <button
          type="button"
          aria-label={t`Close the assistant`}
          onClick={onClose}
          className={ICON_BUTTON}
        >
          <Icon name="close" />
        </button>
      </div>
      {asking && onClear && (
        <fieldset className="animate-arrive px-4 pb-3 text-small">
          <legend>{t`Delete this conversation from this browser?`}</legend>
          <div className="mt-2 flex gap-2">
            <Button
              size="small"
              onClick={() => {
                setAsking(false);
                onClear();
              }}
            >{t`Delete`}</Button>
            <Button size="small" variant="secondary" onClick={keep}>{t`Keep`}</Button>
          </div>
        </fieldset>
      )}
    </div>
  );
}
