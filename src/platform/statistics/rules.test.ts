import { describe, expect, it } from 'vitest'
import { seoulDayOf } from '#kit/time/seoul-day.ts'
import { beginsVisit, isPage } from './rules.ts'

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'
const opened = { Host: 'example.com', 'User-Agent': firefox, 'Sec-Fetch-Dest': 'document', 'Sec-Fetch-Site': 'none' }
const toRawHeaders = (headers: Record<string, string>) => Object.entries(headers).flat()

describe('a visit', () => {
  it.each<[string, Record<string, string>, boolean]>([
    ['an address that is typed', opened, true],
    ['a link of another site', { ...opened, 'sec-fetch-site': 'cross-site', Referer: 'https://search.example/' }, true],
    ['a link within the site', { ...opened, 'Sec-Fetch-Site': 'same-origin' }, false],
    ['a picture', { ...opened, 'Sec-Fetch-Dest': 'image' }, false],
    ['a fetch of a script', { ...opened, 'Sec-Fetch-Dest': 'empty' }, false],
    ['a prefetch', { ...opened, 'Sec-Purpose': 'prefetch;prerender' }, false],
    ['an old browser', { Host: 'example.com', 'User-Agent': firefox }, true],
    [
      'an old browser within the site',
      { Host: 'example.com', 'User-Agent': firefox, Referer: 'https://example.com/story' },
      false,
    ],
    [
      'a crawler',
      { ...opened, 'User-Agent': 'Mozilla/5.0 (compatible; Examplebot/2.1; +http://example.com/bot)' },
      false,
    ],
    ['a browser without a screen', { ...opened, 'User-Agent': firefox.replace('Firefox', 'HeadlessChrome') }, false],
    ['a program', { Host: 'example.com', 'User-Agent': 'curl/8.5.0' }, false],
    ['a program that says nothing', { Host: 'example.com' }, false],
  ])('is recognized by the request headers: %s', (_what, headers, begins) => {
    expect(beginsVisit(toRawHeaders(headers))).toBe(begins)
  })

  it.each(['/', '/en', '/cn/story/a', '/story?page=2', '/construction', '/center/faq'])('counts for %s', (url) =>
    expect(isPage(url)).toBe(true),
  )

  it.each([
    '/api/v1/boards',
    '/files/x/640.webp',
    '/assets/a.js',
    '/console/boards',
    '/login',
    '/en/me/profile',
    '/robots.txt',
    '/rss.xml?x',
    '/story.data',
  ])('does not count for %s', (url) => expect(isPage(url)).toBe(false))
})

it('is counted on the day in Seoul', () => {
  const getDayOf = (text: string) => seoulDayOf(Date.parse(text))
  expect(getDayOf('2026-11-23T14:59:59.999Z').day).toBe('2026-11-23')
  expect(getDayOf('2026-11-23T15:00:00.000Z')).toEqual({ day: '2026-11-24', ends: Date.parse('2026-11-24T15:00:00Z') })
})
