import assert from 'node:assert/strict';
import { createECDH } from 'node:crypto';
import { describe, it, type TestContext } from 'node:test';
import { callFinished } from '../process/telemetry/events.ts';
import { createPush } from './create-push.ts';
import { createSealedReader, sealedReader } from './testing/open-sealed.ts';
import { senderOf, startPushService } from './testing/push-service.ts';

const MESSAGE = { payload: '{"title":"Silent"}', ttlS: 3_600, topic: 'a'.repeat(32) };

async function stage(t: TestContext) {
  const service = await startPushService(t);
  const push = createPush({
    secretKey: Buffer.alloc(32, 3),
    origins: [service.origin],
    contact: 'mailto:support@quorate.example',
  });
  const reader = createSealedReader();
  const target = { endpoint: `${service.origin}/send/1`, ...reader.keys };
  return { service, push, reader, target };
}

describe('a notice that is pushed', () => {
  it('can be read by its browser alone, and is signed by the service', async (t) => {
    const { service, push, reader, target } = await stage(t);
    assert.deepEqual(await push.send(target, MESSAGE), { kind: 'sent' });
    const [pushed] = service.pushed;
    assert.ok(pushed);
    assert.equal(reader.open(pushed.body), MESSAGE.payload);
    assert.throws(() => createSealedReader().open(pushed.body));
    assert.ok(!pushed.body.includes('Silent'));
    const { headers } = pushed;
    assert.equal(headers['content-encoding'], 'aes128gcm');
    assert.equal(headers.ttl, '3600');
    assert.equal(headers.urgency, 'high');
    assert.equal(headers.topic, MESSAGE.topic);
    const sender = senderOf(pushed);
    assert.equal(sender.aud, service.origin);
    assert.equal(sender.sub, 'mailto:support@quorate.example');
    assert.equal(sender.key, push.publicKey);
    const hours = (sender.exp * 1_000 - Date.now()) / 3_600_000;
    assert.ok(hours > 0 && hours <= 24, `a day at most (RFC 8292, section 2), not ${hours} h`);
  });

  it('is opened as RFC 8291 seals: its own example', () => {
    const pair = createECDH('prime256v1');
    pair.setPrivateKey(Buffer.from('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94', 'base64url'));
    const reader = sealedReader(pair, Buffer.from('BTBZMqHH6r4Tts7J_aSIgg', 'base64url'));
    const body =
      'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN';
    assert.equal(
      reader.open(Buffer.from(body, 'base64url')),
      'When I grow up, I want to be a watermelon',
    );
  });

  for (const [status, kind] of [
    [200, 'sent'],
    [202, 'sent'],
    [404, 'gone'],
    [410, 'gone'],
    [429, 'failed'],
    [500, 'failed'],
    [503, 'failed'],
    [400, 'refused'],
    [401, 'refused'],
    [403, 'refused'],
    [413, 'refused'],
  ] as const) {
    it(`that is answered ${status} has ${kind === 'gone' ? 'lost its browser' : kind}`, async (t) => {
      const { service, push, target } = await stage(t);
      service.answerWith((response) =>
        response.writeHead(status, { 'retry-after': '120' }).end('no'),
      );
      const outcome = await push.send(target, MESSAGE);
      assert.equal(outcome.kind, kind);
      if (outcome.kind === 'failed') assert.equal(outcome.retryAfterMs, 120_000);
    });
  }

  // @promise 4.8
  it('follows no redirect, wherever it leads', async (t) => {
    const { service, push, target } = await stage(t);
    const inside = await startPushService(t);
    service.answerWith((response) => response.writeHead(307, { location: inside.origin }).end());
    assert.equal((await push.send(target, MESSAGE)).kind, 'refused');
    assert.deepEqual(inside.pushed, []);
  });

  it('reads two kilobytes of an answer and no more', async (t) => {
    const { service, push, target } = await stage(t);
    const closed = Promise.withResolvers<void>();
    service.answerWith((response) => {
      response.on('close', closed.resolve);
      response.writeHead(500);
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(64_000)));
        if (!response.destroyed) response.once('drain', more);
      };
      more();
    });
    const outcome = await push.send(target, MESSAGE);
    assert.equal(outcome.kind, 'failed');
    assert.ok(JSON.stringify(outcome).length < 1_000);
    await closed.promise;
  });

  it('that is taken and never answered has failed after 10 s, and operators see that nobody answered', async (t) => {
    const { service, push, target } = await stage(t);
    service.answerWith(() => {});
    const told: unknown[] = [];
    t.after(
      callFinished.subscribe(
        ({ call: { provider }, outcome }) => void told.push([provider, outcome]),
      ),
    );
    const outcome = await push.send(target, MESSAGE);
    assert.deepEqual(outcome, {
      kind: 'failed',
      reason: 'the push service did not answer within 10 s',
      retryAfterMs: null,
    });
    assert.deepEqual(told, [['push', 'unreachable']]);
  });

  it('that was taken has been sent, even where the words after the status never come', async (t) => {
    const { service, push, target } = await stage(t);
    service.answerWith((response) => {
      response.writeHead(201, { 'content-length': '100' }).write('begun');
      setTimeout(() => response.destroy(), 50);
    });
    assert.deepEqual(await push.send(target, MESSAGE), { kind: 'sent' });
  });

  it('that nobody answers, or whose keys are none, has failed and throws nothing', async (t) => {
    const { push, target, service } = await stage(t);
    service.answerWith((response) => response.destroy());
    assert.equal((await push.send(target, MESSAGE)).kind, 'failed');
    assert.equal((await push.send({ ...target, p256dh: 'AAAA' }, MESSAGE)).kind, 'failed');
  });
});
