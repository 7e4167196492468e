import { t } from '@lingui/core/macro';
import { type InputHTMLAttributes, type ReactNode, type Ref, useId, useState } from 'react';
import { FieldFrame } from './field-frame.tsx';
import { CONTROL_CLASS } from './field-style.ts';
import { Icon } from './icon.tsx';

type PasswordFieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'type'> & {
  label: string;
  hint?: ReactNode;
  error?: string | null;
  /** Marks the field when its fault is told elsewhere. */
  invalid?: boolean;
  aside?: ReactNode;
  ref?: Ref<HTMLInputElement>;
};

/** A password with a button that shows what was typed. */
export function PasswordField({ label, hint, error, invalid, aside, ...rest }: PasswordFieldProps) {
  const id = useId();
  const [shown, setShown] = useState(false);
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error ?? null} aside={aside}>
      <div className="relative">
        <input
          {...rest}
          id={id}
          type={shown ? 'text' : 'password'}
          autoCapitalize="none"
          spellCheck={false}
          aria-invalid={error || invalid ? true : undefined}
          aria-describedby={`${id}-note`}
          className={`${CONTROL_CLASS} pe-12`}
        />
        <button
          type="button"
          aria-label={shown ? t`Hide password` : t`Show password`}
          aria-controls={id}
          onClick={() => setShown(!shown)}
          className="absolute inset-y-0 end-0 grid w-11 place-items-center rounded-control text-muted hover:text-ink"
        >
          <Icon name={shown ? 'eye-off' : 'eye'} />
        </button>
      </div>
    </FieldFrame>
  );
}
