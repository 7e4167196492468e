import { useEffect, useId, useRef, useSyncExternalStore } from 'react';
import { ChatHead } from './chat-head.tsx';
import { ChatInput } from './chat-input.tsx';
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
      className="fixed inset-0 z-50 flex animate-arrive flex-col border-line bg-surface text-ink focus:outline-none sm:inset-auto sm:right-4 sm:bottom-24 sm:h-[min(38rem,calc(100dvh-8rem))] sm:w-[25rem] sm:rounded-card sm:border sm:shadow-overlay"
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
