import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  createTreeHead,
  EMPTY_ROOT,
  HASH_BYTES,
  type Hash,
  leafHash,
  nodeHash,
  subtreesBetween,
} from './merkle.ts';
import { consistencyProof, includes, inclusionProof, isGrownFrom } from './proofs.ts';
import {
  entriesPath,
  growTiles,
  readTilePath,
  rootsFrom,
  TILE_WIDTH,
  tilePath,
  tilesOf,
} from './tiles.ts';

/** Leaves and roots of the tests that came with RFC 6962. */
const LEAVES = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657'].concat(
  '606162636465666768696a6b6c6d6e6f',
);
const ROOTS = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];

/** A tree in memory, told by its definition: nothing of it is kept between the levels. */
function defined(leaves: readonly Hash[]): Hash {
  const [first, ...others] = leaves;
  if (!first) return EMPTY_ROOT;
  if (others.length === 0) return first;
  let split = 1;
  while (split * 2 < leaves.length) split *= 2;
  return nodeHash(defined(leaves.slice(0, split)), defined(leaves.slice(split)));
}

const leavesOf = (count: number) =>
  Array.from({ length: count }, (_, at) => leafHash(new TextEncoder().encode(`entry ${at}`)));

/** Tiles of a tree, as a log would keep them. */
function tiled(leaves: readonly Hash[]) {
  const levels: Hash[][] = [[...leaves]];
  for (let below = levels[0] ?? []; below.length >= TILE_WIDTH; below = levels.at(-1) ?? []) {
    const whole = Math.floor(below.length / TILE_WIDTH);
    levels.push(
      Array.from({ length: whole }, (_, at) =>
        defined(below.slice(at * TILE_WIDTH, (at + 1) * TILE_WIDTH)),
      ),
    );
  }
  return rootsFrom(async ({ level, index, width }) => {
    const from = index * TILE_WIDTH;
    const tile = new Uint8Array(width * HASH_BYTES);
    for (const [at, hash] of (levels[level] ?? []).slice(from, from + width).entries())
      tile.set(hash, at * HASH_BYTES);
    return tile;
  }, leaves.length);
}

describe('a Merkle tree', () => {
  it('has the roots that the tests of RFC 6962 have', () => {
    const head = createTreeHead();
    assert.equal(
      head.root().toHex(),
      'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    );
    for (const [at, leaf] of LEAVES.entries()) {
      head.add(leafHash(Uint8Array.fromHex(leaf)));
      assert.equal(head.root().toHex(), ROOTS[at]);
    }
  });

  it('has the root of its definition at every size, from leaves and from tiles', async () => {
    const leaves = leavesOf(600);
    const head = createTreeHead();
    for (const [at, leaf] of leaves.entries()) {
      head.add(leaf);
      if (at % 37 === 0 || at > 590)
        assert.deepEqual(head.root(), defined(leaves.slice(0, at + 1)), `size ${at + 1}`);
    }
    assert.deepEqual(await tiled(leaves)(0, 600), head.root());
  });
});

describe('a tree of which only some leaves are told', () => {
  it('has the same root, where the subtrees between them are', () => {
    const leaves = leavesOf(300);
    for (const [size, told] of [
      [300, [0, 1, 7, 8, 255, 256, 299]],
      [300, []],
      [257, [256]],
      [8, [3]],
      [1, [0]],
    ] as const) {
      const head = createTreeHead();
      const skip = (end: number) => {
        for (const { start, leaves: count } of subtreesBetween(head.size(), end))
          assert.ok(head.addSubtree(count, defined(leaves.slice(start, start + count))));
      };
      for (const index of told) {
        skip(index);
        head.add(leaves[index] as Hash);
      }
      skip(size);
      assert.equal(head.size(), size);
      assert.deepEqual(head.root(), defined(leaves.slice(0, size)));
    }
    const head = createTreeHead();
    head.add(leaves[0] as Hash);
    assert.equal(head.addSubtree(2, EMPTY_ROOT), false);
    assert.equal(head.size(), 1);
  });
});

describe('a tree that is kept in tiles', () => {
  it('grows to the root of its definition in steps of any size', async () => {
    const leaves = leavesOf(66_000);
    const head = createTreeHead();
    const kept = new Map<string, Uint8Array>();
    const readTile = async ({
      level,
      index,
      width,
    }: {
      level: number;
      index: number;
      width: number;
    }) => {
      const tile = kept.get(`${level} ${index}`);
      assert.ok(tile && tile.length >= width * HASH_BYTES, `tile ${level} ${index} of ${width}`);
      return tile.subarray(0, width * HASH_BYTES);
    };
    let size = 0;
    for (const step of [0, 1, 1, 253, 1, 1, 600, 64_000, 679, 1, 300, 163]) {
      const added = leaves.slice(size, size + step);
      const grown = await growTiles(readTile, size, added);
      for (const { level, index, hashes } of grown.tiles) kept.set(`${level} ${index}`, hashes);
      for (const leaf of added) head.add(leaf);
      size += step;
      assert.equal(grown.size, size);
      assert.deepEqual(grown.root, head.root(), `size ${size}`);
    }
    assert.equal(size, 66_000);
    assert.equal(kept.get('2 0')?.length, HASH_BYTES);
  });
});

describe('proofs', () => {
  it('lead from every leaf to the root, and from no other leaf, place or size', async () => {
    for (const size of [1, 2, 3, 5, 8, 13, 300]) {
      const leaves = leavesOf(size);
      const [rootOf, root] = [tiled(leaves), defined(leaves)];
      for (let index = 0; index < size; index += size > 20 ? 29 : 1) {
        const proof = await inclusionProof(index, size, rootOf);
        const leaf = leaves[index] as Hash;
        const told = { leaf, index, size, proof };
        assert.ok(includes(root, told));
        assert.ok(!includes(root, { ...told, index: index + 1 }));
        assert.ok(!includes(root, { ...told, leaf: leafHash(leaf) }));
        assert.ok(!includes(leafHash(root), told));
        assert.ok(!includes(root, { ...told, proof: [...proof, leaf] }));
        if (size > 1) assert.ok(!includes(root, { ...told, proof: proof.slice(1) }));
      }
    }
  });

  it('show that a tree has grown from every smaller one, and from no other', async () => {
    const leaves = leavesOf(300);
    for (const size of [1, 2, 7, 8, 20, 256, 257, 300]) {
      const rootOf = tiled(leaves.slice(0, size));
      const now = { size, root: defined(leaves.slice(0, size)) };
      for (let old = 0; old <= size; old += size > 20 ? 13 : 1) {
        const before = { size: old, root: defined(leaves.slice(0, old)) };
        const proof = await consistencyProof(old, size, rootOf);
        assert.ok(isGrownFrom(before, now, proof), `${old} in ${size}`);
        const other = { ...before, root: leafHash(before.root) };
        assert.ok(!isGrownFrom(other, now, proof), `another ${old} in ${size}`);
        assert.ok(!isGrownFrom(before, now, [...proof, now.root]));
        if (old < size) assert.ok(!isGrownFrom(now, before, proof));
        if (proof.length > 0) {
          assert.ok(!isGrownFrom(before, { ...now, root: leafHash(now.root) }, proof));
          assert.ok(!isGrownFrom(before, now, proof.slice(1)));
        }
      }
    }
  });

  it('are made of nothing that is not there', async () => {
    const rootOf = tiled(leavesOf(5));
    await assert.rejects(inclusionProof(5, 5, rootOf), /leaf 5 is not in a tree of 5/);
    await assert.rejects(consistencyProof(6, 5, rootOf), /has not grown/);
    await assert.rejects(rootOf(3, 6), /no subtree/);
  });
});

describe('a path of a tile', () => {
  it('is written as the format says, and only so read', () => {
    assert.equal(tilePath({ level: 2, index: 1_234_067, width: 256 }), 'tile/2/x001/x234/067');
    assert.equal(tilePath({ level: 0, index: 7, width: 112 }), 'tile/0/007.p/112');
    assert.equal(entriesPath({ index: 1_000, width: 1 }), 'tile/entries/x001/000.p/1');
    for (const path of ['tile/2/x001/x234/067', 'tile/0/007.p/112', 'tile/entries/x001/000.p/1']) {
      const place = readTilePath(path);
      assert.ok(place);
      const written =
        place.level === 'entries' ? entriesPath(place) : tilePath({ ...place, level: place.level });
      assert.equal(written, path);
    }
    for (const path of [
      'tile/0/7',
      'tile/00/007',
      'tile/64/007',
      'tile/0/x000/007',
      'tile/0/007.p/0',
      'tile/0/007.p/256',
      'tile/0/007.p/07',
      'tile/0/../007',
      'tile/0/001/007',
      'checkpoint',
    ])
      assert.equal(readTilePath(path), null, path);
  });

  it('is there for every tile of a tree', () => {
    // The example of the format's description: 70,000 entries.
    const level0 = tilesOf(0, 0, 70_000, 70_000);
    assert.equal(level0.length, 274);
    assert.equal(level0.at(-1)?.width, 112);
    assert.deepEqual(
      tilesOf(1, 0, 273, 70_000).map(({ width }) => width),
      [256, 17],
    );
    assert.deepEqual(
      tilesOf(2, 0, 1, 70_000).map(({ width }) => width),
      [1],
    );
  });
});
