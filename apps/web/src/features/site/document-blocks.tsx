import type { Block, Section, Step } from '@quorate/content/document';
import { classNames } from '@quorate/ui/class-names';
import { Notice } from '@quorate/ui/notice';
import { TextLink } from '../../ui/text-link.tsx';
import { type Piece, readMarks } from './inline-marks.ts';

/** What a section of content says, under its summary. */
export function SectionBody({ section }: { section: Section }) {
  return (
    <div className="space-y-4">
      <p className="text-ink">{section.summary}</p>
      {section.blocks.map((block) => (
        <BlockView key={firstWords(block)} block={block} />
      ))}
    </div>
  );
}

function BlockView({ block }: { block: Block }) {
  switch (block.kind) {
    case 'text':
      return (
        <p>
          <MarkedText text={block.text} />
        </p>
      );
    case 'list':
      return (
        <ul className="list-disc space-y-2 ps-5">
          {block.items.map((item) => (
            <li key={item} className="ps-1">
              <MarkedText text={item} />
            </li>
          ))}
        </ul>
      );
    case 'steps':
      return (
        <>
          {block.title && (
            <h3 className="pt-3 font-medium text-body text-ink first:pt-0">{block.title}</h3>
          )}
          <Steps steps={block.steps} />
        </>
      );
    case 'notice':
      return (
        <Notice tone={block.tone}>
          <MarkedText text={block.text} />
        </Notice>
      );
  }
}

function Steps({ steps }: { steps: readonly Step[] }) {
  return (
    <ol className="list-decimal space-y-3 ps-6 marker:font-medium marker:text-brand marker:tabular-nums">
      {steps.map((step) => (
        <li
          key={step.id}
          id={step.id}
          className="scroll-mt-4 break-inside-avoid rounded-sm ps-1 target:bg-brand/8 target:outline-6 target:outline-brand/8"
        >
          <span className="block font-medium text-ink">{step.title}</span>
          <MarkedText text={step.text} />
          {step.picture && <StepPicture id={step.id} words={step.picture} />}
        </li>
      ))}
    </ol>
  );
}

/** As `e2e/pictures/guide-pictures.ts` makes them. */
const SHOWN = { width: 720, height: 450 } as const;

/** In the reader's theme: browsers load a lazy picture only where it is shown. Pressed, it is shown alone. */
function StepPicture({ id, words }: { id: string; words: string }) {
  return (['light', 'dark'] as const).map((theme) => (
    <a
      key={theme}
      href={`/pictures/guide/${id}-${theme}.avif`}
      className={classNames(
        'mt-3 block overflow-hidden rounded-md border border-line bg-sunk print:hidden',
        theme === 'light' ? 'in-light' : 'in-dark',
      )}
    >
      <picture>
        <source type="image/avif" srcSet={`/pictures/guide/${id}-${theme}.avif`} />
        <img
          {...SHOWN}
          src={`/pictures/guide/${id}-${theme}.webp`}
          alt={words}
          loading="lazy"
          decoding="async"
          className="h-auto w-full"
        />
      </picture>
    </a>
  ));
}

/** What tells a block from its neighbours. */
function firstWords(block: Block): string | undefined {
  switch (block.kind) {
    case 'list':
      return block.items[0];
    case 'steps':
      return block.steps[0]?.id;
    case 'text':
    case 'notice':
      return block.text;
  }
}

/** A line of content with its marks shown. */
export function MarkedText({ text }: { text: string }) {
  return readMarks(text).map((piece) => <Marked key={piece.at} {...piece} />);
}

function Marked(piece: Piece) {
  switch (piece.kind) {
    case 'plain':
      return piece.text;
    case 'strong':
      return <strong className="font-medium text-ink">{piece.text}</strong>;
    case 'typed':
      return (
        <code className="rounded-sm bg-sunk px-1.5 py-0.5 font-mono text-ink">{piece.text}</code>
      );
    case 'link':
      return <TextLink to={piece.to}>{piece.text}</TextLink>;
  }
}
