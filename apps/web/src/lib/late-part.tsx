import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { CodeMissing } from '../ui/code-missing.tsx';

type LatePart<Props> = {
  Part: ComponentType<Props>;
  /** Sends for the code before the part is shown. */
  prepare: () => void;
};

/**
 * A part of a page whose code comes by itself. Unlike with React's own `lazy`, a part whose code is there
 * is shown at once: `lazy` shows the place first, and keeps that for 300 ms.
 *
 * @param place what stands there until the code has come
 * @param missing what is said where the code does not come
 * @example const { Part } = latePart(async () => (await import('./board.tsx')).Board, <Place />, 'No board');
 */
export function latePart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  place: ReactNode,
  missing: string,
): LatePart<Props> {
  let arrived: ComponentType<Props> | null = null;
  let underWay: Promise<void> | null = null;
  const fetchOnce = () => {
    underWay ??= load().then(
      (part) => {
        arrived = part;
      },
      () => {
        arrived = () => <CodeMissing title={missing} />;
      },
    );
    return underWay;
  };
  function Part(props: Props) {
    const [Shown, setShown] = useState<ComponentType<Props> | null>(() => arrived);
    useEffect(() => {
      if (Shown) return;
      let left = false;
      void fetchOnce().then(() => {
        if (!left) setShown(() => arrived);
      });
      return () => {
        left = true;
      };
    }, [Shown]);
    return Shown ? <Shown {...props} /> : place;
  }
  return { Part, prepare: () => void fetchOnce() };
}
