import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createPush, isPublicAddress, isPushAddress, lookUpPublic } from './create-push.ts';
import { createSealedReader } from './testing/open-sealed.ts';
import { startPushService } from './testing/push-service.ts';

const TAKEN = [
  'https://fcm.googleapis.com/fcm/send/abc:def',
  'https://updates.push.services.mozilla.com/wpush/v2/abc',
  'https://web.push.apple.com/QAbc',
  'https://wns2-db5p.notify.windows.com/w/?token=abc',
];

const REFUSED = [
  'http://fcm.googleapis.com/fcm/send/abc',
  'https://fcm.googleapis.com:8443/fcm/send/abc',
  'https://somebody@fcm.googleapis.com/fcm/send/abc',
  'https://somebody:secret@fcm.googleapis.com/',
  'https://fcm.googleapis.com.evil.example/fcm/send/abc',
  'https://evil.example/?https://fcm.googleapis.com/',
  'https://evil.example#fcm.googleapis.com',
  'https://fcm.googleapis.com/#part',
  'https://xfcm.googleapis.com/',
  'https://notify.windows.com/',
  'https://a.b.notify.windows.com.evil.example/',
  'https://evil.example\\.notify.windows.com/',
  'https://push.apple.com.evil.example/',
  'https://127.0.0.1/',
  'https://[::1]/',
  'https://169.254.169.254/latest/meta-data',
  'https://localhost/',
  'https://10.0.0.1/',
  'https://2130706433/',
  'https://0x7f.1/',
  'ftp://fcm.googleapis.com/',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'data:text/plain,x',
  '//fcm.googleapis.com/x',
  'fcm.googleapis.com',
  '',
  ' ',
];

describe('where notices are sent', () => {
  it('is a push service of a known browser, or an origin of the operator’s own', () => {
    for (const endpoint of TAKEN) assert.ok(isPushAddress(endpoint, []), endpoint);
    for (const endpoint of REFUSED) assert.ok(!isPushAddress(endpoint, []), endpoint);
    assert.ok(isPushAddress('https://push.example.com/x', ['https://push.example.com']));
    assert.ok(!isPushAddress('https://push.example.com:444/x', ['https://push.example.com']));
    assert.ok(!isPushAddress('http://push.example.com/x', ['https://push.example.com']));
  });

  it('is looked at once more before anything is sent: nothing goes to a stored address that is no longer taken', async (t) => {
    const service = await startPushService(t);
    const push = createPush({
      secretKey: Buffer.alloc(32, 3),
      origins: [],
      contact: 'mailto:support@quorate.example',
    });
    const { keys } = createSealedReader();
    for (const endpoint of [service.origin, ...REFUSED]) {
      const outcome = await push.send(
        { endpoint, ...keys },
        { payload: '{}', ttlS: 60, topic: 'topic' },
      );
      assert.equal(outcome.kind, 'refused', endpoint);
    }
    assert.deepEqual(service.pushed, []);
  });

  // @promise 4.8
  it('is never on this machine or in a private network, whatever its name leads to', async () => {
    for (const address of [
      '0.0.0.0',
      '10.1.2.3',
      '100.64.0.1',
      '127.0.0.1',
      '169.254.169.254',
      '172.16.0.1',
      '172.31.255.255',
      '192.168.1.1',
      '224.0.0.1',
      '255.255.255.255',
      '::',
      '::1',
      '::ffff:10.0.0.1',
      '::ffff:127.0.0.1',
      '64:ff9b::a00:1',
      'fd00::1',
      'fe80::1',
      'ff02::1',
    ])
      assert.ok(!isPublicAddress(address), address);
    for (const address of ['1.1.1.1', '172.32.0.1', '142.250.1.95', '2607:f8b0::1'])
      assert.ok(isPublicAddress(address), address);
    const { promise, resolve } = Promise.withResolvers<Error | null>();
    lookUpPublic('localhost', {}, (error) => resolve(error));
    assert.match((await promise)?.message ?? '', /^localhost leads to (127\.0\.0\.1|::1)$/);
  });
});
