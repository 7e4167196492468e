import { t } from '@lingui/core/macro';
import { type FocusEvent, type FormEvent, useState } from 'react';

type Control = HTMLInputElement | HTMLTextAreaElement;

/**
 * Notes beside the fields that the browser finds at fault: when typing leaves one, and for all of them when the
 * form is sent. A note goes as soon as its field is right.
 *
 * @returns `noteOf` a field's name, and what the form listens with
 */
export function useFieldNotes() {
  const [notes, setNotes] = useState<Readonly<Record<string, string>>>({});
  const judge = (control: Control) => {
    const note = control.validity.valid ? '' : wordsFor(control);
    setNotes((now) => (now[control.name] === note ? now : { ...now, [control.name]: note }));
  };
  return {
    noteOf: (name: string): string | null => notes[name] || null,
    listeners: {
      onInvalidCapture: ({ target }: FormEvent) => {
        if (isControl(target)) judge(target);
      },
      onBlur: ({ target, relatedTarget }: FocusEvent) => {
        // A note would move the button from under the pointer that presses it.
        if (relatedTarget instanceof HTMLButtonElement) return;
        if (isControl(target) && (target.value !== '' || notes[target.name])) judge(target);
      },
      onChange: ({ target }: FormEvent) => {
        if (isControl(target) && notes[target.name]) judge(target);
      },
    },
  };
}

function isControl(target: EventTarget): target is Control {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
}

function wordsFor(control: Control): string {
  const { validity } = control;
  const label = control.labels?.[0]?.textContent ?? t`This field`;
  if (validity.valueMissing) return t`${label} is missing.`;
  if (validity.typeMismatch) return t`Write it like name@example.com.`;
  return control.validationMessage;
}
