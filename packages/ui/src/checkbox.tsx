import { type InputHTMLAttributes, type ReactNode, useId } from 'react';

type CheckboxProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'type'> & {
  label: ReactNode;
};

export function Checkbox({ label, ...rest }: CheckboxProps) {
  const id = useId();
  return (
    <div className="flex items-start gap-2.5 text-small">
      <input
        {...rest}
        id={id}
        type="checkbox"
        className="mt-[0.2rem] size-[1.125rem] shrink-0 cursor-pointer accent-brand"
      />
      <label htmlFor={id} className="cursor-pointer">
        {label}
      </label>
    </div>
  );
}
