import { Notice } from '@quorate/ui/notice';
import { useEffect, useRef } from 'react';
import { ChatBubble, ChatTyping } from './chat-bubble.tsx';
import type { Chat } from './chat-store.ts';
import { ChatText } from './chat-text.tsx';

type ChatLogProps = { chat: Chat; onFollow: () => void; onStop: () => void };

/** Pixels from the end within which a reader is taken to follow the newest words. */
const NEAR_END = 160;

/** The conversation, newest at the bottom and in view. New messages are read out when the reader pauses. */
export function ChatLog({ chat, onFollow, onStop }: ChatLogProps) {
  const { messages, pending, arriving, seen, reason } = chat;
  const box = useRef<HTMLDivElement>(null);

  const growing = arriving !== '' || (seen !== null && seen === messages.at(-1)?.timestamp);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every new message, piece or wait scrolls down.
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const { scrollHeight, scrollTop, clientHeight } = element;
    // Whoever has scrolled up to read is left there while an answer grows.
    if (growing && scrollHeight - scrollTop - clientHeight > NEAR_END) return;
    element.scrollTop = scrollHeight;
  }, [messages, pending, arriving]);

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
        You are writing with an AI assistant: an automatic program, not a person. It answers from
        our guide, plans and policies, and gives no financial advice. Write no passwords here.
      </Notice>
      {messages.map(({ role, content, timestamp }) => (
        <ChatBubble key={`${role}-${timestamp}`} from={role} still={timestamp === seen}>
          {role === 'user' ? content : <ChatText text={content} onFollow={onFollow} />}
        </ChatBubble>
      ))}
      {reason !== null && <p className="text-tiny text-muted">{reason}</p>}
      {arriving !== '' && (
        // Read out once, when it is whole: in pieces it would be read over and over.
        <div aria-live="off">
          <ChatBubble from="assistant">
            <ChatText text={arriving} onFollow={onFollow} />
          </ChatBubble>
        </div>
      )}
      {pending && <ChatTyping onStop={onStop} />}
    </div>
  );
}
