/** A small generator with a seed (mulberry32): the same damage in every run. */
export function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

export type Damage = (file: Buffer, random: (below: number) => number) => Buffer;

const linesOf = (file: Buffer) => file.toString('latin1').split(/(?<=\n)/);
const fileOf = (lines: readonly string[]) => Buffer.from(lines.join(''), 'latin1');

/** Every way of damaging a file once. None of them leaves it as it was. */
export const DAMAGES: Readonly<Record<string, Damage>> = {
  'a byte changed': (file, random) => {
    const changed = Buffer.from(file);
    const place = random(file.length);
    changed[place] = ((file[place] ?? 0) + 1 + random(255)) % 256;
    return changed;
  },
  'a byte removed': (file, random) => {
    const place = random(file.length);
    return Buffer.concat([file.subarray(0, place), file.subarray(place + 1)]);
  },
  'a byte added': (file, random) => {
    const place = random(file.length + 1);
    return Buffer.concat([
      file.subarray(0, place),
      Buffer.from([random(256)]),
      file.subarray(place),
    ]);
  },
  'a line removed': (file, random) => {
    const lines = linesOf(file);
    return fileOf(lines.toSpliced(random(lines.length), 1));
  },
  'a line repeated': (file, random) => {
    const lines = linesOf(file);
    const again = lines[random(lines.length)] ?? '';
    return fileOf(lines.toSpliced(random(lines.length + 1), 0, again));
  },
  'two lines swapped': (file, random) => {
    const lines = linesOf(file);
    const first = random(lines.length);
    const second = (first + 1 + random(lines.length - 1)) % lines.length;
    return fileOf(lines.with(first, lines[second] ?? '').with(second, lines[first] ?? ''));
  },
  'cut off behind a byte': (file, random) => file.subarray(0, random(file.length)),
  'cut off behind a line': (file, random) => {
    const lines = linesOf(file);
    return fileOf(lines.slice(0, random(lines.length)));
  },
  'the end moved up over records': (file, random) => {
    const lines = linesOf(file);
    return fileOf([...lines.slice(0, random(lines.length - 1)), lines.at(-1) ?? '']);
  },
};
