import { describe, expect, it } from 'vitest'
import { toRss } from './rss-feed.ts'

const feed = {
  title: '소식 & 해설',
  description: '판결과 제도',
  language: 'ko',
  page: 'https://daecheong.example/story',
  address: 'https://daecheong.example/rss.xml',
}
const item = {
  title: '<2년> & "3년"',
  address: 'https://daecheong.example/story/warranty?a=1&b=2',
  summary: '세기 시작하는 날\u0000\u001f\ud800을 적었습니다.',
  category: '해설',
  publishedAt: '2026-11-12T01:00:00.000Z',
}

describe('RSS feed', () => {
  it('is valid XML for any text, with RSS dates', () => {
    const xml = toRss({ ...feed, items: [item, { ...item, category: null, publishedAt: '2026-11-19T01:00:00.000Z' }] })
    expect(xml).toContain('<title>소식 &amp; 해설</title>')
    expect(xml).toContain('<title>&lt;2년&gt; &amp; &quot;3년&quot;</title>')
    expect(xml).toContain('<guid isPermaLink="true">https://daecheong.example/story/warranty?a=1&amp;b=2</guid>')
    expect(xml).toContain('<description>세기 시작하는 날을 적었습니다.</description>')
    expect(xml).toContain('<pubDate>Thu, 12 Nov 2026 01:00:00 +0000</pubDate>')
    expect(xml).toContain('<lastBuildDate>Thu, 19 Nov 2026 01:00:00 +0000</lastBuildDate>')
    expect(xml.match(/<category>/g)).toHaveLength(1)
  })

  it('is valid without stories', () => {
    const xml = toRss({ ...feed, items: [] })
    expect(xml).not.toContain('lastBuildDate')
    expect(xml.endsWith('</channel></rss>')).toBe(true)
  })
})
