import { Button } from '@quorate/ui/button';
import { Notice } from '@quorate/ui/notice';

/** Stands where a part of the site's own code did not arrive, as after a release or without a network. */
export function CodeMissing({ title }: { title: string }) {
  return (
    <Notice
      tone="error"
      live
      title={title}
      action={
        <Button variant="secondary" size="small" onClick={() => window.location.reload()}>
          Reload the page
        </Button>
      }
    >
      This part of the page did not arrive.
    </Notice>
  );
}
