import { describe, expect, it } from 'vitest'
import { buildListUrl, parseListUrl } from './list-url.ts'

describe('URL of a list', () => {
  const rebuildUrl = (query: string) =>
    buildListUrl('/project', parseListUrl(`https://daecheong.example/project?${query}`))

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
    expect(rebuildUrl(query)).toBe(address)
  })

  it('truncates overlong values', () => {
    const { q, region } = parseListUrl(
      `https://daecheong.example/story?q=${'가'.repeat(500)}&region=${'나'.repeat(500)}`,
    )
    expect([q?.length, region?.length]).toEqual([100, 80])
  })
})
