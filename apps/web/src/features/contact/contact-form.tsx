import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { CONTACT_LIMITS } from '@quorate/contract/contact-limits';
import { Button } from '@quorate/ui/button';
import { Notice } from '@quorate/ui/notice';
import { TextArea } from '@quorate/ui/text-area';
import { TextField } from '@quorate/ui/text-field';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { errorText } from '../../lib/error-text.ts';
import { isCodeOutOfReach } from '../../lib/service-back.ts';
import { dropDraft, keepDraft, readDraft } from '../../lib/tab-storage.ts';
import { useFieldNotes } from '../../lib/use-field-notes.ts';
import { useHydrated } from '../../lib/use-hydrated.ts';
import { useSubmission } from '../../lib/use-submission.ts';

/** The fields keep their own text, so that what was typed before this code came is not lost. */
export function ContactForm() {
  const ready = useHydrated();
  const [sent, setSent] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => fillIn(form.current), []);
  // Sent again without an answer, it is the same message until a word of it changes.
  const messageId = useRef<string | null>(null);
  // Fields with a new key begin empty.
  const [round, setRound] = useState(0);
  const { busy, error, submit } = useSubmission(async (typed: HTMLFormElement) => {
    setSent(false);
    messageId.current ??= crypto.randomUUID();
    const message = { ...messageIn(typed), message_id: messageId.current };
    // The calls and their schemas come with the first message, not with the page; a browser keeps a failure.
    if (isCodeOutOfReach()) throw new Error('the code that sends a message is out of reach');
    const { sendMessage } = await import('./contact.api.ts');
    await sendMessage(message);
    messageId.current = null;
    dropDraft(DRAFT);
    setRound((count) => count + 1);
    setSent(true);
  });
  const { noteOf, listeners } = useFieldNotes();
  const faults = error instanceof ApiError ? error.fields : {};

  /** What every field has in common, by its name. */
  const field = (name: 'name' | 'email' | 'subject' | 'message') => ({
    name,
    required: true,
    readOnly: busy,
    error: noteOf(name) ?? faults[name] ?? null,
  });

  return (
    <form
      aria-label={t`Contact form`}
      {...listeners}
      ref={form}
      onInput={(event) => {
        refuseBlank(event);
        messageId.current = null;
        keepDraft(DRAFT, '', textsIn(event.currentTarget));
      }}
      onSubmit={(event) => {
        event.preventDefault();
        submit(event.currentTarget);
      }}
      className="relative max-w-prose space-y-5"
    >
      {sent && (
        <Notice
          tone="success"
          live
          title={t`Thank you! Your message has been sent successfully.`}
        >{t`We reply within 24 hours, to the address you gave.`}</Notice>
      )}
      {error !== null && (
        <Notice tone="error" live title={errorText(error, t`Failed to send message`)} />
      )}
      <div key={round} className="space-y-5">
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            {...field('name')}
            label={t`Name`}
            autoComplete="name"
            maxLength={CONTACT_LIMITS.name}
          />
          <TextField {...field('email')} label={t`Email`} type="email" autoComplete="email" />
        </div>
        <TextField {...field('subject')} label={t`Subject`} maxLength={CONTACT_LIMITS.subject} />
        <TextArea
          {...field('message')}
          label={t`Message`}
          rows={6}
          maxLength={CONTACT_LIMITS.message}
        />
        <Honeypot />
      </div>
      {/* Before this code is there, the browser would send the form in an address. */}
      <Button type="submit" busy={busy} disabled={!ready}>{t`Send Message`}</Button>
    </form>
  );
}

const DRAFT = 'contact';
const DRAFTED = ['name', 'email', 'subject', 'message'] as const;

function textsIn(form: HTMLFormElement): Record<string, string> {
  const message = messageIn(form);
  return Object.fromEntries(DRAFTED.map((name) => [name, message[name]]));
}

/** What was typed before a reload comes back, but never over what is being typed now. */
function fillIn(form: HTMLFormElement | null): void {
  const draft = readDraft(DRAFT, '');
  if (!form || !draft) return;
  for (const name of DRAFTED) {
    const field = form.elements.namedItem(name);
    if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) continue;
    if (field.value === '') field.value = draft[name] ?? '';
  }
}

function messageIn(form: HTMLFormElement) {
  const typed = new FormData(form);
  const textOf = (name: string) => {
    const value = typed.get(name);
    return typeof value === 'string' ? value : '';
  };
  return {
    name: textOf('name'),
    email: textOf('email'),
    subject: textOf('subject'),
    message: textOf('message'),
    website: textOf('website'),
  };
}

/** The browser takes spaces for an answer; the service does not. */
function refuseBlank({ target }: FormEvent<HTMLFormElement>): void {
  if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return;
  const blank = target.required && target.value !== '' && target.value.trim() === '';
  target.setCustomValidity(blank ? t`Please fill out this field.` : '');
}

/** A field that no person sees or reaches. Programs fill it in, and the service drops what they send. */
function Honeypot() {
  return (
    <div aria-hidden="true" className="absolute -start-[100vw] size-px overflow-hidden">
      <label>
        <Trans>
          Website
          <input type="text" name="website" tabIndex={-1} autoComplete="off" />
        </Trans>
      </label>
    </div>
  );
}
