import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { plural, speak, spokenLanguage, t } from './words.ts';

describe('a sentence of the bot', () => {
  it('has each value where its name stands', () => {
    const [name, port] = ['Main', 7_420];
    assert.equal(t`Port ${{ port }} belongs to ${{ name }}.`, 'Port 7420 belongs to Main.');
  });

  it('counts as its language does', () => {
    const closed = (count: number) =>
      t`${plural({ count }, { one: '# trade was', other: '# trades were' })} closed.`;
    assert.deepEqual([closed(1), closed(12)], ['1 trade was closed.', '12 trades were closed.']);
  });

  it('has folders, braces and apostrophes of a value to the letter', () => {
    const folder = String.raw`C:\Tools\x64\{a} 'b'`;
    assert.equal(t`It is in ${{ folder }}.`, `It is in ${folder}.`);
  });

  it('has quotes and apostrophes of its own', () => {
    assert.equal(t`Press "Set up terminal"; don't wait.`, `Press "Set up terminal"; don't wait.`);
  });

  it('has quotes around a value, single ones too', () => {
    const [shown, owner] = ['2025-13-01', 'Mira'];
    assert.equal(t`'${{ shown }}' is no time.`, "'2025-13-01' is no time.");
    assert.equal(t`${{ owner }}'s bot`, "Mira's bot");
  });

  it('is said in the language that is chosen while it runs', (context) => {
    context.after(() => speak('en'));
    const said = () =>
      t`The account may not trade: sign in with the main password, not the investor password.`;
    const english = said();
    speak('es');
    assert.equal(spokenLanguage(), 'es');
    assert.match(said(), /contraseña principal/);
    assert.equal(t`Nobody has translated this.`, 'Nobody has translated this.');
    speak('en');
    assert.equal(said(), english);
  });

  it('refuses a value without a name, which no catalogue could have', () => {
    // @ts-expect-error as the compiler does
    assert.throws(() => t`Port ${7_420}`, /labeled placeholder/);
  });
});
