import { useLayoutEffect, useRef } from 'react';

/** How far from the end somebody may be and still be taken to follow it. */
const NEAR_END_PX = 24;

type LogViewProps = {
  label: string;
  lines: readonly string[];
  /** When it was read last: faces that arrive late move the end without a new line. */
  readAt: number;
  wrap: boolean;
  follow: boolean;
  /** Told when the reader scrolls away from the end, and back to it. */
  onFollow: (follow: boolean) => void;
};

/** The end of a log, oldest line first. */
export function LogView({ label, lines, readAt, wrap, follow, onFollow }: LogViewProps) {
  const box = useRef<HTMLPreElement>(null);
  const lastTop = useRef(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each reading may move the end
  useLayoutEffect(() => {
    if (follow && box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [follow, readAt, wrap]);
  return (
    <pre
      ref={box}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards scroll it
      tabIndex={0}
      role="log"
      aria-live="off"
      aria-label={label}
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        const atEnd = scrollHeight - scrollTop - clientHeight <= NEAR_END_PX;
        // A text that grew, as when its face arrives, is nobody's wish to leave the end.
        const wentUp = scrollTop < lastTop.current;
        lastTop.current = scrollTop;
        if (atEnd !== follow && (atEnd || wentUp)) onFollow(atEnd);
      }}
      className={`figures h-[min(32rem,60dvh)] overflow-auto overscroll-contain rounded-card border border-line bg-sunk p-4 text-[0.8125rem] leading-[1.55] ${wrap ? 'wrap-anywhere whitespace-pre-wrap' : 'whitespace-pre'}`}
    >
      {lines.join('\n')}
    </pre>
  );
}
