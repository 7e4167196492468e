import { encode } from 'uqr';

/** Cells of quiet around the code; readers want four. */
const BORDER = 4;

type QrCodeProps = { text: string; label: string };

/** Dark on light in either theme: most readers take no other. */
export function QrCode({ text, label }: QrCodeProps) {
  const { data, size } = encode(text, { border: BORDER, ecc: 'M' });
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      className="size-44 shrink-0 rounded-control border border-line bg-white text-black"
    >
      <path d={data.map(rowPath).join('')} fill="currentColor" />
    </svg>
  );
}

/** The dark runs of a row. */
function rowPath(cells: readonly boolean[], y: number): string {
  let path = '';
  for (let x = 0; x < cells.length; x += 1) {
    if (!cells[x]) continue;
    const from = x;
    while (cells[x + 1]) x += 1;
    path += `M${from} ${y}h${x - from + 1}v1H${from}z`;
  }
  return path;
}
