import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { RichText } from './rich-text.tsx'

const show = (html: string) => renderToStaticMarkup(createElement(RichText, { html }))

describe('rich text', () => {
  it('keeps what an editor writes', () => {
    const html = '<p>먼저 <strong>듣고</strong><br/>적습니다 &amp; <a href="/story">소식</a></p><ul><li>하나</li></ul>'
    expect(show(html)).toBe(html)
  })

  it('keeps tables, quotations and rules of longer texts', () => {
    const html =
      '<table><tbody><tr><th><p>항목</p></th><td>이름</td></tr></tbody></table><blockquote>인용</blockquote><hr/>'
    expect(show(html)).toBe(html)
  })

  it('drops everything else and keeps its words', () => {
    expect(show('<div onclick="x()">가<script>alert(1)</script><img src=x onerror=y>나</div>')).toBe('가alert(1)나')
    expect(show('<a href="javascript:alert(1)">가</a><a href="//evil.example">나</a>')).toBe('가나')
    expect(show('<a href="JaVaScRiPt:alert(1)">가</a> <a href="&#106;avascript:alert(1)">나</a>')).toBe('가 나')
  })

  it('mends what is not closed, and survives what is no HTML', () => {
    expect(show('<b>가<em>나')).toBe('<b>가<em>나</em></b>')
    expect(show('</p>3 < 5 &nosuch; <')).toBe('3 &lt; 5 &amp;nosuch; &lt;')
    expect(show('')).toBe('')
  })
})
