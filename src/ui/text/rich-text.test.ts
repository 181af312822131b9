import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { RichText } from './rich-text.tsx'

const show = (html: string) => renderToStaticMarkup(createElement(RichText, { html }))

describe('rich text', () => {
  it('keeps what the editor writes', () => {
    const html = '<p>먼저 <strong>듣고</strong><br/>적습니다 &amp; <a href="/story">소식</a></p><ul><li>하나</li></ul>'
    expect(show(html)).toBe(html)
  })

  it('keeps tables, quotations and rules of longer texts', () => {
    const html =
      '<table><tbody><tr><th><p>항목</p></th><td>이름</td></tr></tbody></table><blockquote>인용</blockquote><hr/>'
    expect(show(html)).toBe(html)
  })

  it('drops other elements but keeps their text', () => {
    expect(show('<div onclick="x()">가<script>alert(1)</script><img src=x onerror=y>나</div>')).toBe('가alert(1)나')
    expect(show('<a href="javascript:alert(1)">가</a><a href="//evil.example">나</a>')).toBe('가나')
    expect(show('<a href="JaVaScRiPt:alert(1)">가</a> <a href="&#106;avascript:alert(1)">나</a>')).toBe('가 나')
  })

  it('keeps tables, pictures from the own store, quotations and rules of articles', () => {
    const table =
      '<table><thead><tr><th scope="col">공종</th></tr></thead><tbody><tr><td colSpan="2">방수</td></tr></tbody></table>'
    expect(show(table.replaceAll('><', '>\n<'))).toBe(table)
    const figure =
      '<figure><img src="/files/0190/960.webp" alt="균열 &amp; 물" width="960" height="640"><figcaption>표</figcaption></figure>'
    expect(show(figure)).toBe(
      '<figure><img src="/files/0190/960.webp" alt="균열 &amp; 물" width="960" height="640" loading="lazy" decoding="async"/><figcaption>표</figcaption></figure>',
    )
    expect(show('<blockquote><p>말</p></blockquote><hr><ol start="3"><li>셋</li></ol>')).toBe(
      '<blockquote><p>말</p></blockquote><hr/><ol start="3"><li>셋</li></ol>',
    )
  })

  it('drops foreign pictures and other attributes', () => {
    for (const src of [
      'https://elsewhere.example/a.png',
      '//elsewhere.example/a',
      'javascript:x',
      '/api/x',
      '/files/a?b',
    ])
      expect(show(`<p>가<img src="${src}" alt="나"></p>`)).toBe('<p>가</p>')
    expect(show('<td style="x" onclick="y" colspan="-1" rowspan="x">가</td>')).toBe('<td>가</td>')
  })

  it('closes open elements and accepts invalid HTML', () => {
    expect(show('<b>가<em>나')).toBe('<b>가<em>나</em></b>')
    expect(show('</p>3 < 5 &nosuch; <')).toBe('3 &lt; 5 &amp;nosuch; &lt;')
    expect(show('')).toBe('')
  })
})
