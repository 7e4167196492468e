import { t } from '@lingui/core/macro';
import { Button } from '@quorate/ui/button';
import { Checkbox } from '@quorate/ui/checkbox';
import { Dialog } from '@quorate/ui/dialog';
import { Notice } from '@quorate/ui/notice';
import { useEffect, useRef, useState } from 'react';
import { saveFile } from '../../lib/save-file.ts';
import { drawPicture, headlineOf, PICTURE, type SharedStory } from './share-picture.ts';

/** Makes a picture of a story to send or post. It is drawn in the browser: nothing is uploaded. */
export function ShareStory({ story }: { story: SharedStory }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        className="min-h-11"
        onClick={() => setOpen(true)}
      >{t`Share`}</Button>
      {open && <ShareDialog story={story} onClose={() => setOpen(false)} />}
    </>
  );
}

function ShareDialog({ story, onClose }: { story: SharedStory; onClose: () => void }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [amounts, setAmounts] = useState(false);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    const box = canvas.current;
    // Faces that come late would change the picture after it is seen.
    if (box) void document.fonts.ready.then(() => drawPicture(box, story, { amounts }));
  }, [story, amounts]);
  const name = `${story.brand}-${story.symbol}-${story.side}.png`.toLowerCase();
  const withFile = async (use: (file: File) => Promise<void> | void) => {
    setFailed(false);
    try {
      const blob = await new Promise<Blob | null>((resolve) =>
        canvas.current ? canvas.current.toBlob(resolve, 'image/png') : resolve(null),
      );
      if (!blob) throw new Error('the browser made no picture');
      await use(new File([blob], name, { type: 'image/png' }));
    } catch (error) {
      // Whoever closes the system's own window wants nothing more.
      if (!(error instanceof DOMException && error.name === 'AbortError')) setFailed(true);
    }
  };
  return (
    <Dialog title={t`Share this story`} onClose={onClose} wide>
      <div className="space-y-4">
        <canvas
          ref={canvas}
          width={PICTURE.width}
          height={PICTURE.height}
          role="img"
          aria-label={t`Picture of ${story.symbol} ${story.side}: ${headlineOf(story.result, amounts)}`}
          className="aspect-[1200/630] w-full rounded-card border border-line"
        />
        <Checkbox
          label={t`Show amounts of money`}
          checked={amounts}
          onChange={(event) => setAmounts(event.target.checked)}
        />
        {failed && (
          <Notice
            tone="error"
            live
            title={t`The picture could not be made`}
          >{t`Your browser refused to make or send it. Try to save it instead.`}</Notice>
        )}
        <div className="flex flex-wrap gap-3">
          <Button
            onClick={() => void withFile((file) => saveFile(file.name, file))}
          >{t`Save picture`}</Button>
          {canShareFiles() && (
            <Button
              variant="secondary"
              onClick={() => void withFile((file) => navigator.share({ files: [file] }))}
            >{t`Send picture`}</Button>
          )}
        </div>
      </div>
    </Dialog>
  );
}

function canShareFiles(): boolean {
  const sample = new File([''], 'sample.png', { type: 'image/png' });
  return typeof navigator.canShare === 'function' && navigator.canShare({ files: [sample] });
}
