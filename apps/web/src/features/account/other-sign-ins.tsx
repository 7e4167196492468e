import { Button } from '../../ui/button.tsx';

/** The look of what may come. Both do nothing, and say so. */
export function OtherSignIns() {
  return (
    <div className="mt-6 border-t border-line pt-5">
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(7.5rem,100%),1fr))] gap-3">
        <Button variant="secondary" disabled title="Not available yet">
          Google
        </Button>
        <Button variant="secondary" disabled title="Not available yet">
          GitHub
        </Button>
      </div>
      <p className="mt-2.5 text-center text-tiny text-muted">
        Signing in with Google or GitHub is not available yet.
      </p>
    </div>
  );
}
