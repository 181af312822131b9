import { describe, expect, it } from 'vitest'
import { buildListUrl, parseListUrl } from '../article/list-url.ts'
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

describe('URL of a list', () => {
  const read = (query: string) => buildListUrl('/project', parseListUrl(`https://daecheong.example/project?${query}`))

  it.each([
    ['', '/project'],
    ['page=1', '/project'],
    ['page=2', '/project?page=2'],
    ['year=2024&category=building', '/project?category=building&year=2024'],
    ['region=%EC%9D%B8%EC%B2%9C&households=2000-', '/project?households=2000-&region=%EC%9D%B8%EC%B2%9C'],
    ['service=&q=+++', '/project'],
    ['q=%00%0A%EB%88%84%EC%88%98', '/project?q=%EB%88%84%EC%88%98'],
    ['page=0&year=1&households=7&category=../x', '/project'],
    ['page=-1&year=20244&category=A', '/project'],
    ['page=abc&year=abcd&unknown=1', '/project'],
  ])('normalizes %s to %s', (query, address) => {
    expect(read(query)).toBe(address)
  })

  it('truncates overlong values', () => {
    const { q, region } = parseListUrl(
      `https://daecheong.example/story?q=${'가'.repeat(500)}&region=${'나'.repeat(500)}`,
    )
    expect([q?.length, region?.length]).toEqual([100, 80])
  })
})
