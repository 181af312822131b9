import { expect, it } from 'vitest'
import { decodeEntities, escapeXml } from './entities.ts'

it.each([
  ['A &amp; B &lt;C&gt; &quot;D&quot; &apos;E&apos;', `A & B <C> "D" 'E'`],
  ['&#44032;&#xAC01;&nbsp;', '가각\u00a0'],
  ['&amp;lt;', '&lt;'],
  ['&copy; &#0; &#x110000; & &;', '&copy; &#0; &#x110000; & &;'],
])('decodeEntities(%j) is %j', (text, decoded) => expect(decodeEntities(text)).toBe(decoded))

it('escapes what decoding reads back', () => {
  const text = `<a href="/?a=1&b=2">'가'</a>`
  expect(escapeXml(text)).not.toMatch(/[<>"']/)
  expect(decodeEntities(escapeXml(text))).toBe(text)
})
