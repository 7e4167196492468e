import { CHAT_LIMITS } from '@quorate/contract/chat';
import { Button } from '@quorate/ui/button';
import { CONTROL_CLASS } from '@quorate/ui/field-style';
import { type KeyboardEvent, type Ref, useState } from 'react';
import { getSession } from '../../lib/session/session.ts';
import { dropDraft, keepDraft, readDraft } from '../../lib/tab-storage.ts';

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
        aria-label="Your message"
        placeholder="Ask about setup, plans, payments"
        rows={2}
        maxLength={CHAT_LIMITS.message}
        value={text}
        disabled={pending}
        onChange={(event) => change(event.target.value)}
        onKeyDown={onKeyDown}
        className={`${CONTROL_CLASS} max-h-40 resize-none field-sizing-content`}
      />
      <Button type="submit" busy={pending} disabled={text.trim() === ''}>
        Send
      </Button>
    </form>
  );
}

function ownerNow(): string {
  return getSession().user?.id ?? '';
}
