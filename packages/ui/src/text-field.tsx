import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react';
import { FieldFrame } from './field-frame.tsx';
import { CONTROL_CLASS } from './field-style.ts';

type TextFieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'id'> & {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | null;
  /** Marks the field when its fault is told elsewhere. */
  invalid?: boolean;
  ref?: Ref<HTMLInputElement>;
};

export function TextField({ label, hint, error, invalid, ...rest }: TextFieldProps) {
  const id = useId();
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error ?? null}>
      <input
        {...rest}
        id={id}
        aria-invalid={error || invalid ? true : undefined}
        aria-describedby={`${id}-note`}
        className={CONTROL_CLASS}
      />
    </FieldFrame>
  );
}
