import { TextLink } from '../../ui/text-link.tsx';
import { type Piece, readMarks } from './inline-marks.ts';

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
        <code className="rounded-sm bg-sunk px-1.5 py-0.5 font-mono text-[0.875em] text-ink">
          {piece.text}
        </code>
      );
    case 'link':
      return <TextLink to={piece.to}>{piece.text}</TextLink>;
  }
}
