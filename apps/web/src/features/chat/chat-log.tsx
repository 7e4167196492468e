import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '@quorate/ui/button';
import { classNames } from '@quorate/ui/class-names';
import { ConvergingLines } from '@quorate/ui/converging-lines';
import { Notice } from '@quorate/ui/notice';
import { type ReactNode, useEffect, useRef } from 'react';
import { TextLink } from '../../ui/text-link.tsx';
import type { Chat } from './chat-store.ts';

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
      aria-label={t`Conversation`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard.
      tabIndex={0}
      className="min-h-0 flex-1 space-y-3 overflow-y-auto overscroll-contain px-4 py-4 focus-visible:-outline-offset-2"
    >
      <Notice>{t`You are writing with an AI assistant: an automatic program, not a person. It answers from our guide, plans and policies, and gives no financial advice. Write no passwords here.`}</Notice>
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

type ChatBubbleProps = {
  from: 'user' | 'assistant';
  /** It stands there already: it does not move in. */
  still?: boolean;
  children: ReactNode;
};

/** One message; who wrote it shows by its side and is read out. */
function ChatBubble({ from, still = false, children }: ChatBubbleProps) {
  const own = from === 'user';
  return (
    <div
      className={classNames(
        'flex',
        !still && 'animate-arrive',
        own ? 'justify-end' : 'justify-start',
      )}
    >
      <div
        data-role={from}
        className={classNames(
          'max-w-[88%] whitespace-pre-wrap rounded-card px-4 py-2.5 text-small [overflow-wrap:anywhere]',
          own ? 'rounded-ee-sm bg-brand text-brand-ink' : 'rounded-es-sm bg-sunk text-ink',
        )}
      >
        <span className="sr-only">{own ? t`You:` : t`Assistant:`} </span>
        {/* Whoever asks in Arabic is answered in Arabic. */}
        <span dir="auto" className="block">
          {children}
        </span>
      </div>
    </div>
  );
}

/** Voices on their way to an answer. */
function ChatTyping({ onStop }: { onStop: () => void }) {
  return (
    <div className="flex items-center justify-between gap-2.5 text-tiny text-muted">
      <div role="status" className="flex items-center gap-2.5">
        <Trans>
          <ConvergingLines moving className="size-6 text-brand" />
          The assistant is writing
        </Trans>
      </div>
      <Button size="small" variant="secondary" onClick={onStop}>{t`Stop`}</Button>
    </div>
  );
}

/** Pages of the site as a reply names them; what looks like any other address stays text. */
const ADDRESS =
  /(?<=^|[\s(“])\/(?:about|contact|dashboard(?:\/security)?|developers|forgot-password|guide|login|pricing|privacy|refund|resend-verification|signup|terms)(?:\?[a-z0-9=&_-]+)?(?:#[a-z0-9-]+)?(?![\w/-])/g;

type ChatTextProps = { text: string; onFollow: () => void };

/** A reply: plain text, in which the site's own addresses are links. Markup in it stays visible as text. */
export function ChatText({ text, onFollow }: ChatTextProps) {
  const pieces: ReactNode[] = [];
  let end = 0;
  for (const { 0: address, index } of text.matchAll(ADDRESS)) {
    pieces.push(
      text.slice(end, index),
      <TextLink key={index} to={address} onClick={onFollow}>
        {address}
      </TextLink>,
    );
    end = index + address.length;
  }
  return (
    <>
      {pieces}
      {text.slice(end)}
    </>
  );
}
