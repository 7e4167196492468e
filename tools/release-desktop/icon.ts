import { crc32, deflateSync } from 'node:zlib';

// The brand's mark, drawn here rather than kept as a picture: the same figures as in the site's favicon.
export const BOX = 26;
export const GROUND = { red: 0x0f, green: 0x4c, blue: 0x5c };
export const INK = { red: 0xf4, green: 0xf1, blue: 0xea };
const CORNER = 5;
/** How much smaller the lines are drawn than the ground is. */
const INSET = 0.68;
export const SAMPLES = 4;
const SIZES = [16, 24, 32, 48, 64, 128, 256] as const;
/** Larger ones are kept as PNG, smaller ones as bitmaps, which every part of Windows can read. */
const BITMAP_MAX = 64;

type Point = Readonly<{ x: number; y: number }>;
type Line = Readonly<{ points: readonly Point[]; width: number }>;

const LINES: readonly Line[] = [
  { points: curve({ x: 2, y: 5 }, { x: 8, y: 5 }, { x: 9, y: 13 }, { x: 15, y: 13 }), width: 2 },
  {
    points: [
      { x: 2, y: 13 },
      { x: 15, y: 13 },
    ],
    width: 2,
  },
  { points: curve({ x: 2, y: 21 }, { x: 8, y: 21 }, { x: 9, y: 13 }, { x: 15, y: 13 }), width: 2 },
  {
    points: [
      { x: 15, y: 13 },
      { x: 24, y: 13 },
    ],
    width: 3,
  },
];

/** The icon of the programs, in every size that Windows shows. The same bytes each time. */
export function drawIcon(): Buffer {
  const images = SIZES.map((size) => {
    const pixels = draw(size);
    return { size, bytes: size > BITMAP_MAX ? png(size, pixels) : bitmap(size, pixels) };
  });
  const header = Buffer.alloc(6 + 16 * images.length);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(images.length, 4);
  let offset = header.length;
  images.forEach(({ size, bytes }, index) => {
    const at = 6 + 16 * index;
    // 0 stands for 256.
    header.writeUInt8(size % 256, at);
    header.writeUInt8(size % 256, at + 1);
    header.writeUInt16LE(1, at + 4);
    header.writeUInt16LE(32, at + 6);
    header.writeUInt32LE(bytes.length, at + 8);
    header.writeUInt32LE(offset, at + 12);
    offset += bytes.length;
  });
  return Buffer.concat([header, ...images.map(({ bytes }) => bytes)]);
}

/** Red, green, blue and alpha of each pixel, row by row from the top. */
function draw(size: number): Buffer {
  const pixels = Buffer.alloc(size * size * 4);
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      const { ground, ink } = covered(column, row, BOX / size);
      const mix = (one: number, other: number) => Math.round(one + (other - one) * ink);
      const at = (row * size + column) * 4;
      pixels[at] = mix(GROUND.red, INK.red);
      pixels[at + 1] = mix(GROUND.green, INK.green);
      pixels[at + 2] = mix(GROUND.blue, INK.blue);
      pixels[at + 3] = Math.round(ground * 255);
    }
  }
  return pixels;
}

/** Which parts of a pixel are ground and lines, from 0 to 1. */
function covered(column: number, row: number, scale: number): { ground: number; ink: number } {
  let ground = 0;
  let ink = 0;
  for (let sample = 0; sample < SAMPLES * SAMPLES; sample += 1) {
    const point = {
      x: (column + ((sample % SAMPLES) + 0.5) / SAMPLES) * scale,
      y: (row + (Math.floor(sample / SAMPLES) + 0.5) / SAMPLES) * scale,
    };
    if (isGround(point)) ground += 1;
    if (isInk(point)) ink += 1;
  }
  return { ground: ground / SAMPLES ** 2, ink: ink / SAMPLES ** 2 };
}

function isGround({ x, y }: Point): boolean {
  const beyond = (value: number) => Math.max(CORNER - value, value - (BOX - CORNER), 0);
  return Math.hypot(beyond(x), beyond(y)) <= CORNER;
}

/** Whether a point of the box is on a line of the mark. */
export function isInk({ x, y }: Point): boolean {
  const inward = (value: number) => BOX / 2 + (value - BOX / 2) / INSET;
  const point = { x: inward(x), y: inward(y) };
  return LINES.some(({ points, width }) =>
    points.some((end, index) => {
      const start = points[index - 1];
      return start !== undefined && distance(point, start, end) <= width / 2;
    }),
  );
}

function distance(point: Point, start: Point, end: Point): number {
  const along = { x: end.x - start.x, y: end.y - start.y };
  const share =
    ((point.x - start.x) * along.x + (point.y - start.y) * along.y) / (along.x ** 2 + along.y ** 2);
  const near = Math.min(1, Math.max(0, share));
  return Math.hypot(point.x - start.x - near * along.x, point.y - start.y - near * along.y);
}

/** A cubic curve as short straight lines. */
function curve(start: Point, one: Point, other: Point, end: Point): readonly Point[] {
  return Array.from({ length: 17 }, (_, step) => {
    const after = step / 16;
    const before = 1 - after;
    const at = (axis: 'x' | 'y') =>
      before ** 3 * start[axis] +
      3 * before ** 2 * after * one[axis] +
      3 * before * after ** 2 * other[axis] +
      after ** 3 * end[axis];
    return { x: at('x'), y: at('y') };
  });
}

/** As an icon holds it: from the bottom up, blue before red, with an empty mask behind. */
function bitmap(size: number, pixels: Buffer): Buffer {
  const header = Buffer.alloc(40);
  header.writeUInt32LE(40, 0);
  header.writeInt32LE(size, 4);
  header.writeInt32LE(size * 2, 8);
  header.writeUInt16LE(1, 12);
  header.writeUInt16LE(32, 14);
  const rows = Buffer.alloc(size * size * 4);
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      const from = (row * size + column) * 4;
      const to = ((size - 1 - row) * size + column) * 4;
      rows[to] = pixels[from + 2] ?? 0;
      rows[to + 1] = pixels[from + 1] ?? 0;
      rows[to + 2] = pixels[from] ?? 0;
      rows[to + 3] = pixels[from + 3] ?? 0;
    }
  }
  return Buffer.concat([header, rows, Buffer.alloc(Math.ceil(size / 32) * 4 * size)]);
}

function png(size: number, pixels: Buffer): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header.set([8, 6], 8);
  const lines = Array.from({ length: size }, (_, row) =>
    Buffer.concat([Buffer.from([0]), pixels.subarray(row * size * 4, (row + 1) * size * 4)]),
  );
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(lines), { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(kind: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(kind, 'latin1'), content]);
  const ends = Buffer.alloc(4);
  ends.writeUInt32BE(content.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([ends, body, sum]);
}
