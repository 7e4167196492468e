import { Card } from '@quorate/ui/card';
import { ConvergingLines } from '@quorate/ui/converging-lines';
import { type ReactNode, useEffect, useRef } from 'react';

type AccountFrameProps = {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
  /** Below the card: the ways to neighbouring pages. */
  links?: ReactNode;
  /** For a frame that takes the place of another: the focus that was in it moves to the heading. */
  focused?: boolean;
};

/** The quiet middle of the page that every account form stands in. */
export function AccountFrame(props: AccountFrameProps) {
  const { title, lead, children, links, focused = false } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (focused) heading.current?.focus();
  }, [focused]);
  return (
    <div className="mx-auto w-full max-w-[29rem] px-4 pt-8 pb-12 md:pt-14">
      <ConvergingLines className="mx-auto size-9 text-brand" />
      <h1
        ref={heading}
        tabIndex={-1}
        className="mt-4 text-center font-serif text-title font-medium"
      >
        {title}
      </h1>
      {lead && <p className="mt-2 text-center text-small text-muted">{lead}</p>}
      <Card className="mt-7 p-5 xs:p-7">{children}</Card>
      {links && (
        <div className="mt-5 flex flex-wrap justify-center gap-x-5 gap-y-1 text-center text-small text-muted">
          {links}
        </div>
      )}
    </div>
  );
}
