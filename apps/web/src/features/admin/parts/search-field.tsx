import { Button } from '@quorate/ui/button';
import { CONTROL_CLASS } from '@quorate/ui/field-style';
import { useId } from 'react';

type SearchFieldProps = {
  label: string;
  /** What is searched for now; empty for all. */
  value: string;
  onSearch: (text: string) => void;
  /** The longest text that the service takes. */
  max?: number;
};

/** Searches on Enter or by the button: every search asks the service. */
export function SearchField({ label, value, onSearch, max = 200 }: SearchFieldProps) {
  const id = useId();
  return (
    <div className="min-w-0 flex-1 basis-72">
      <form
        // A search from elsewhere, such as a step back, fills the field again.
        key={value}
        onSubmit={(event) => {
          event.preventDefault();
          const text = new FormData(event.currentTarget).get('search');
          onSearch(typeof text === 'string' ? text.trim() : '');
        }}
      >
        <label htmlFor={id} className="mb-1 block text-tiny text-muted">
          {label}
        </label>
        <div className="flex gap-2">
          <input
            id={id}
            name="search"
            type="search"
            maxLength={max}
            defaultValue={value}
            autoComplete="off"
            spellCheck={false}
            className={`${CONTROL_CLASS} min-w-0 text-small`}
          />
          <Button type="submit" variant="secondary">
            Search
          </Button>
        </div>
      </form>
    </div>
  );
}
