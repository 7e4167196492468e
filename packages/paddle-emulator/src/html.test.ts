import assert from 'node:assert/strict';
import { it } from 'node:test';
import { html, pageOf } from './html.ts';

const PAYLOAD = `"><img src=x onerror=alert('1')>&`;
const ESCAPED = '&quot;&gt;&lt;img src=x onerror=alert(&#39;1&#39;)&gt;&amp;';

it('what a visitor typed stays text in elements, attributes, lists and titles', () => {
  assert.equal(
    html`<p title="${PAYLOAD}">${PAYLOAD}</p>`.markup,
    `<p title="${ESCAPED}">${ESCAPED}</p>`,
  );
  const rows = [PAYLOAD, 'b'].map((each) => html`<li>${each}</li>`);
  assert.equal(html`<ul>${rows}</ul>`.markup, `<ul><li>${ESCAPED}</li><li>b</li></ul>`);
  assert.doesNotMatch(pageOf({ title: PAYLOAD, body: html`<p></p>` }), /<img/);
});
