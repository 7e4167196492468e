import { Spinner } from '@quorate/ui/spinner';
import { useEffect, useRef } from 'react';

type WaitingProps = {
  label: string;
  /** Takes the focus, and comes into view: what had it is covered now. */
  focus: boolean;
};

/** Covers the provider's frame while there is nothing to do in it. */
export function Waiting({ label, focus }: WaitingProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (focus) box.current?.focus();
  }, [focus]);
  return (
    <div className="absolute inset-0 grid justify-center bg-surface pt-24">
      <div ref={box} tabIndex={-1} className="self-start rounded-control px-4 py-2 outline-none">
        <Spinner label={label} />
      </div>
    </div>
  );
}
