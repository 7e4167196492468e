import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { deflateSync } from 'node:zlib';
import {
  addJournalPicture,
  getJournalPicture,
  getTradeJournal,
  JOURNAL_PICTURE_BYTES_MAX,
  listJournal,
  removeJournalPicture,
} from '@quorate/contract/journal';
import { syncTrades } from '@quorate/contract/trade-sync';
import sharp from 'sharp';
import { accountInput, signedInUser, tradeInput } from '../../../../test/helpers/builders.ts';
import { startTestService } from '../../../../test/helpers/test-service.ts';

type Query = Record<string, string>;

async function start(t: TestContext) {
  const service = await startTestService(t);
  const { token, user } = await signedInUser(service);
  const trades = [tradeInput({ position_ticket: '1' })];
  await service.call(syncTrades, { body: { account: accountInput(), trades } }, token);
  const { id } = await service.db
    .selectFrom('trading_accounts')
    .select('id')
    .executeTakeFirstOrThrow();
  const place = { account_id: id, position_ticket: '1' };
  const send = (
    file: Uint8Array | string,
    {
      id: pictureId = crypto.randomUUID(),
      query = place as Query,
      by = token,
      type = 'application/octet-stream',
    } = {},
  ) =>
    service.app.inject({
      method: 'POST',
      url: addJournalPicture.path.replace(':picture_id', pictureId),
      query,
      headers: { authorization: `Bearer ${by}`, 'content-type': type },
      payload: Buffer.from(file),
    });
  const open = (pictureId: string, { by = token, size = 'full' } = {}) =>
    service.app.inject({
      url: getJournalPicture.path.replace(':picture_id', pictureId),
      query: { size },
      headers: { authorization: `Bearer ${by}` },
    });
  return { service, token, userId: user.id, place, send, open };
}

function drawn(width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background: '#0F4C5C' } });
}

/** The beginning of a PNG that says it is very large, with next to nothing in it. */
function bomb(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc(body));
    return Buffer.concat([length, body, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 6, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc(1_000))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function crc(bytes: Buffer): number {
  let value = ~0;
  for (const byte of bytes) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit += 1)
      value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  }
  return ~value >>> 0;
}

describe('a picture in the journal', () => {
  it('is kept as WebP of at most 1,600 pixels, upright, without the metadata of the file', async (t) => {
    const { send, open } = await start(t);
    const camera = { IFD0: { Copyright: 'Amina of Lahore' } };
    const file = await drawn(2_400, 1_200)
      .withExif(camera)
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    assert.ok(file.includes('Amina of Lahore'));
    const { picture } = addJournalPicture.reply.parse((await send(file)).json());
    assert.deepEqual([picture.width, picture.height], [800, 1_600]);
    const answer = await open(picture.picture_id);
    assert.equal(answer.statusCode, 200);
    const kept = await sharp(answer.rawPayload).metadata();
    assert.deepEqual([kept.format, kept.width, kept.height], ['webp', 800, 1_600]);
    assert.deepEqual(
      [kept.exif, kept.xmp, kept.iptc, kept.icc],
      [undefined, undefined, undefined, undefined],
    );
    assert.ok(!answer.rawPayload.includes('Lahore'));
    const thumb = await sharp(
      (await open(picture.picture_id, { size: 'thumb' })).rawPayload,
    ).metadata();
    assert.deepEqual([thumb.width, thumb.height], [160, 320]);
  });

  it('of any of the three kinds is taken; of an animated one its first picture is kept', async (t) => {
    const { send } = await start(t);
    const colours = ['red', 'green', 'blue'].map((background) =>
      sharp({ create: { width: 20, height: 10, channels: 3, background } })
        .png()
        .toBuffer(),
    );
    const animated = await sharp(await Promise.all(colours), { join: { animated: true } })
      .webp({ delay: [100, 100, 100] })
      .toBuffer();
    assert.equal((await sharp(animated).metadata()).pages, 3);
    for (const file of [
      await drawn(20, 10).png().toBuffer(),
      await drawn(20, 10).jpeg().toBuffer(),
      await drawn(20, 10).webp().toBuffer(),
      animated,
    ]) {
      const answer = await send(file);
      assert.equal(answer.statusCode, 200, answer.body);
      const { picture } = addJournalPicture.reply.parse(answer.json());
      assert.deepEqual([picture.width, picture.height], [20, 10]);
    }
  });

  it('comes with headers that keep it private and what it is', async (t) => {
    const { send, open } = await start(t);
    const sent = await send(await drawn(20, 10).png().toBuffer());
    const { picture } = addJournalPicture.reply.parse(sent.json());
    const { headers } = await open(picture.picture_id);
    assert.match(String(headers['cache-control']), /^private/);
    assert.equal(headers['content-type'], 'image/webp');
    assert.equal(headers['x-content-type-options'], 'nosniff');
    assert.equal(headers['content-disposition'], `inline; filename="${picture.picture_id}.webp"`);
  });

  it('is refused where the file is something else, damaged, or would unpack to very much', async (t) => {
    const { service, send } = await start(t);
    const png = await drawn(400, 300).png().toBuffer();
    const noise = await sharp({
      create: {
        width: 400,
        height: 300,
        channels: 3,
        background: 'white',
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
      },
    })
      .png()
      .toBuffer();
    const hostile: [string, Uint8Array | string, RegExp][] = [
      ['HTML', '<html><script>alert(1)</script>', /PNG, JPEG or WebP/],
      [
        'SVG',
        '<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>',
        /PNG, JPEG or WebP/,
      ],
      ['GIF', 'GIF89a\x01\x00\x01\x00', /PNG, JPEG or WebP/],
      ['nothing', '', /PNG, JPEG or WebP/],
      ['a PNG that ends early', noise.subarray(0, noise.length / 2), /damaged/],
      [
        'a JPEG that ends early',
        (await drawn(400, 300).jpeg().toBuffer()).subarray(0, 300),
        /damaged/,
      ],
      ['a PNG of HTML', Buffer.concat([png.subarray(0, 8), Buffer.from('<html>')]), /damaged/],
      ['30,000 x 30,000', bomb(30_000, 30_000), /30,000 x 30,000/],
      ['6,400 x 6,400', bomb(6_400, 6_400), /40 million/],
    ];
    for (const [name, file, reason] of hostile) {
      const answer = await send(file);
      assert.equal(answer.statusCode, 400, `${name}: ${answer.body}`);
      assert.match(answer.json().message, reason, name);
    }
    const large = await send(Buffer.alloc(JOURNAL_PICTURE_BYTES_MAX + 1));
    assert.equal(large.statusCode, 413);
    const asForm = await send(png, { type: 'multipart/form-data; boundary=x' });
    assert.equal(asForm.statusCode, 400);
    assert.equal((await service.db.selectFrom('journal_pictures').selectAll().execute()).length, 0);
  });

  it('that is full of noise stays below a size, whatever that costs of its sharpness', async (t) => {
    const { send } = await start(t);
    const file = await sharp({
      create: {
        width: 1_600,
        height: 1_500,
        channels: 3,
        background: 'white',
        noise: { type: 'gaussian', mean: 128, sigma: 90 },
      },
    })
      .jpeg({ quality: 80 })
      .toBuffer();
    const { picture } = addJournalPicture.reply.parse((await send(file)).json());
    assert.ok(picture.bytes < 700_000, `${picture.bytes} bytes`);
  });

  it('that is sent again, also at the same moment, is one picture, and elsewhere another one', async (t) => {
    const { service, token, place, send } = await start(t);
    const file = await drawn(20, 10).png().toBuffer();
    const id = crypto.randomUUID();
    const answers = await Promise.all([send(file, { id }), send(file, { id })]);
    assert.deepEqual(
      answers.map(({ statusCode }) => statusCode),
      [200, 200],
    );
    assert.equal((await send(file, { id })).statusCode, 200);
    const { pictures } = await service.call(getTradeJournal, { params: place }, token);
    assert.deepEqual(
      pictures.map(({ picture_id }) => picture_id),
      [id],
    );
    const elsewhere = await send(file, { id, query: { day: '2026-03-02' } });
    assert.equal(elsewhere.json().code, 'picture_conflict');
  });

  it('is counted: six of a trade, and the plan’s number of all, also when many are sent at once', async (t) => {
    const { service, userId, send } = await start(t);
    const file = await drawn(20, 10).png().toBuffer();
    for (let turn = 0; turn < 5; turn += 1) assert.equal((await send(file)).statusCode, 200);
    const last = await Promise.all([send(file), send(file)]);
    assert.deepEqual(
      last.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b),
      [200, 403],
    );
    assert.equal((await send(file)).json().code, 'picture_limit_reached');
    const now = new Date(service.clock.now());
    await service.db
      .insertInto('journal_pictures')
      .values(
        Array.from({ length: 54 }, (_, index) => ({
          user_id: userId,
          id: crypto.randomUUID(),
          account_id: null,
          position_ticket: null,
          day: `2026-01-${String((index % 28) + 1).padStart(2, '0')}`,
          width: 1,
          height: 1,
          picture: Buffer.from([1]),
          thumb: Buffer.from([1]),
          created_at: now,
        })),
      )
      .execute();
    const full = await send(file, { query: { day: '2026-03-02' } });
    assert.equal(full.json().code, 'pictures_full');
    assert.match(full.json().message, /Free plan allows 60 pictures/);
  });

  it('belongs to its owner alone: to others it is not there, and they cannot delete it', async (t) => {
    const { service, token, place, send, open } = await start(t);
    const stranger = await signedInUser(service);
    const file = await drawn(20, 10).png().toBuffer();
    const { picture } = addJournalPicture.reply.parse((await send(file)).json());
    assert.equal((await open(picture.picture_id, { by: stranger.token })).statusCode, 404);
    assert.equal((await open(crypto.randomUUID())).statusCode, 404);
    assert.equal((await send(file, { by: stranger.token })).statusCode, 404);
    const params = { picture_id: picture.picture_id };
    await service.call(removeJournalPicture, { params }, stranger.token);
    assert.equal((await open(picture.picture_id)).statusCode, 200);
    for (let turn = 0; turn < 2; turn += 1)
      await service.call(removeJournalPicture, { params }, token);
    assert.equal((await open(picture.picture_id)).statusCode, 404);
    const { pictures } = await service.call(getTradeJournal, { params: place }, token);
    assert.deepEqual(pictures, []);
  });

  it('stands in the feed with its trade or day, also where nothing is written', async (t) => {
    const { service, token, send } = await start(t);
    const file = await drawn(20, 10).png().toBuffer();
    await send(file);
    await send(file, { query: { day: '2026-03-01' } });
    const { items, pagination } = await service.call(listJournal, {}, token);
    assert.equal(pagination.total, 2);
    assert.deepEqual(
      items.map(({ day, trade, pictures }) => [day, trade?.position_ticket, pictures.length]),
      [
        ['2026-03-02', '1', 1],
        ['2026-03-01', undefined, 1],
      ],
    );
  });

  it('needs one place: a trade or a day, and not both', async (t) => {
    const { place, send } = await start(t);
    const file = await drawn(20, 10).png().toBuffer();
    for (const query of [{}, { ...place, day: '2026-03-02' }, { account_id: place.account_id }])
      assert.equal((await send(file, { query: query as Query })).statusCode, 400);
  });
});
