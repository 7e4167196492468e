import { type ReactNode, type Ref, type TextareaHTMLAttributes, useId } from 'react';
import { classNames } from './class-names.ts';
import { FieldFrame } from './field-frame.tsx';
import { CONTROL_CLASS } from './field-style.ts';

type TextAreaProps = Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'id'> & {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | null;
  /** Holds code. */
  mono?: boolean;
  ref?: Ref<HTMLTextAreaElement>;
};

export function TextArea({ label, hint, error, mono = false, ...rest }: TextAreaProps) {
  const id = useId();
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error ?? null}>
      <textarea
        {...rest}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-note`}
        className={classNames(CONTROL_CLASS, 'resize-y', mono && 'font-mono text-small')}
      />
    </FieldFrame>
  );
}
