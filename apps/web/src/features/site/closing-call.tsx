import { LinkButton } from '../../ui/link-button.tsx';

type Target = { to: string; label: string };
type ClosingCallProps = { title: string; text: string; first: Target; second: Target };

/** The last section of a page: what to do now. */
export function ClosingCall({ title, text, first, second }: ClosingCallProps) {
  return (
    <section className="wrap">
      <div className="flex flex-wrap items-end justify-between gap-x-12 gap-y-6 border-t border-line pt-12 pb-4">
        <div className="max-w-[36rem]">
          <h2 className="font-serif text-title font-medium">{title}</h2>
          <p className="mt-3 text-muted">{text}</p>
        </div>
        <div className="flex flex-wrap gap-3">
          <LinkButton to={first.to}>{first.label}</LinkButton>
          <LinkButton to={second.to} variant="secondary">
            {second.label}
          </LinkButton>
        </div>
      </div>
    </section>
  );
}
