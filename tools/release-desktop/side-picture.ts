import { BOX, GROUND, INK, isInk, SAMPLES } from './icon.ts';

// What NSIS shows beside the first and the last page, and has its own picture for otherwise.
const WIDTH = 164;
const HEIGHT = 314;
/** Pixels that the mark is wide, and where its middle is from the top. */
const MARK = 150;
const MIDDLE = 120;
const HEADER = 54;

/** The brand's mark on its ground, as a bitmap without alpha. The same bytes each time. */
export function drawSidePicture(): Buffer {
  const picture = Buffer.alloc(HEADER + WIDTH * HEIGHT * 3);
  picture.write('BM', 'latin1');
  picture.writeUInt32LE(picture.length, 2);
  picture.writeUInt32LE(HEADER, 10);
  picture.writeUInt32LE(40, 14);
  picture.writeInt32LE(WIDTH, 18);
  picture.writeInt32LE(HEIGHT, 22);
  picture.writeUInt16LE(1, 26);
  picture.writeUInt16LE(24, 28);
  for (let row = 0; row < HEIGHT; row += 1) {
    for (let column = 0; column < WIDTH; column += 1) {
      const ink = inkAt(column, row);
      const mix = (ground: number, line: number) => Math.round(ground + (line - ground) * ink);
      // From the bottom up, blue before red; a row's length is a multiple of four as it is.
      const at = HEADER + ((HEIGHT - 1 - row) * WIDTH + column) * 3;
      picture[at] = mix(GROUND.blue, INK.blue);
      picture[at + 1] = mix(GROUND.green, INK.green);
      picture[at + 2] = mix(GROUND.red, INK.red);
    }
  }
  return picture;
}

/** How much of a pixel is on a line, from 0 to 1. */
function inkAt(column: number, row: number): number {
  const inBox = (pixel: number, middle: number) => ((pixel - middle) / MARK) * BOX + BOX / 2;
  let ink = 0;
  for (let sample = 0; sample < SAMPLES ** 2; sample += 1) {
    const x = inBox(column + ((sample % SAMPLES) + 0.5) / SAMPLES, WIDTH / 2);
    const y = inBox(row + (Math.floor(sample / SAMPLES) + 0.5) / SAMPLES, MIDDLE);
    if (isInk({ x, y })) ink += 1;
  }
  return ink / SAMPLES ** 2;
}
