import { useEffect, useRef } from 'react';
import { Notice } from '../../ui/notice.tsx';
import { ChatBubble, ChatTyping } from './chat-bubble.tsx';
import type { Chat } from './chat-store.ts';
import { ChatText } from './chat-text.tsx';

type ChatLogProps = { chat: Chat; onFollow: () => void };

/** The conversation, newest at the bottom and in view. New messages are read out when the reader pauses. */
export function ChatLog({ chat, onFollow }: ChatLogProps) {
  const { messages, pending, reason } = chat;
  const box = useRef<HTMLDivElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: every new message or wait scrolls down.
  useEffect(() => {
    const element = box.current;
    if (element) element.scrollTop = element.scrollHeight;
  }, [messages, pending]);

  return (
    <div
      ref={box}
      role="log"
      aria-live="polite"
      aria-label="Conversation"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard.
      tabIndex={0}
      className="min-h-0 flex-1 space-y-3 overflow-y-auto overscroll-contain px-4 py-4 focus-visible:-outline-offset-2"
    >
      <Notice>
        You are writing with an AI assistant: an automatic program, not a person. It quotes our
        guide, plans and policies, and gives no financial advice. Write no passwords here.
      </Notice>
      {messages.map(({ role, content, timestamp }) => (
        <ChatBubble key={`${role}-${timestamp}`} role={role}>
          {role === 'user' ? content : <ChatText text={content} onFollow={onFollow} />}
        </ChatBubble>
      ))}
      {reason !== null && <p className="text-tiny text-muted">{reason}</p>}
      {pending && <ChatTyping />}
    </div>
  );
}
