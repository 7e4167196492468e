import { useId } from 'react';
import { STAR_PATH } from './stars.tsx';

const NAMES = ['1 star', '2 stars', '3 stars', '4 stars', '5 stars'];

type StarPickerProps = {
  legend: string;
  value: number;
  onChange: (rating: number) => void;
  disabled?: boolean;
};

/** Five radio buttons drawn as stars: arrows move, Tab enters and leaves. */
export function StarPicker({ legend, value, onChange, disabled }: StarPickerProps) {
  const group = useId();
  return (
    <fieldset disabled={disabled}>
      <legend className="mb-1 text-small font-medium">{legend}</legend>
      <div className="inline-flex">
        {NAMES.map((name, index) => (
          <label
            key={name}
            className="relative grid size-11 place-items-center rounded-control text-warn has-focus-visible:outline-2 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name={group}
              value={index + 1}
              checked={value === index + 1}
              onChange={() => onChange(index + 1)}
              className="absolute inset-0 size-full cursor-pointer opacity-0"
            />
            <svg viewBox="0 0 24 24" aria-hidden="true" className="size-7">
              <path
                d={STAR_PATH}
                fill={index < value ? 'currentColor' : 'none'}
                stroke="currentColor"
                strokeWidth="1.5"
                strokeLinejoin="round"
              />
            </svg>
            <span className="sr-only">{name}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
