import { describe, expect, it } from 'vitest'
import type { Address } from '#platform/search/contract.ts'
import { buildSitemap, buildSitemapIndex } from './sitemap-document.ts'

const origin = 'https://daecheong.example'
const buildPicture = (id: string) => ({
  _id: id,
  alt: { ko: '' },
  width: 1440,
  height: 960,
  widths: [480, 1440],
  formats: [],
})
const buildAddress = (path: string, more: Partial<Address> = {}): Address => ({
  path,
  locales: ['ko', 'en', 'cn'],
  changedAt: null,
  pictures: [],
  ...more,
})

/** Returns the elements of a document in order, with their content. Throws on badly nested tags. */
const listElements = (xml: string): { name: string; path: string; text: string; attributes: string }[] => {
  const elements: { name: string; path: string; text: string; attributes: string }[] = []
  const open: string[] = []
  for (const [, end, name = '', attributes = '', empty, text = ''] of xml
    .replace(/^<\?xml version="1.0" encoding="UTF-8"\?>\n/, '')
    .matchAll(/<(\/?)([\w:]+)((?: [\w:]+="[^"<]*")*)(\/?)>([^<]*)/g)) {
    if (end) {
      if (open.pop() !== name) throw new Error(`</${name}> does not match the open element`)
      continue
    }
    elements.push({ name, path: [...open, name].join('/'), text, attributes })
    if (!empty) open.push(name)
  }
  if (open.length > 0) throw new Error(`Unclosed elements: ${open}`)
  return elements
}

describe('sitemap', () => {
  const xml = buildSitemap(
    origin,
    [
      buildAddress('/'),
      buildAddress('/story/a&b', {
        locales: ['ko'],
        changedAt: '2026-11-12T00:00:00.000Z',
        pictures: [buildPicture('p1'), buildPicture('p2')],
      }),
      buildAddress('/story/한글', { locales: ['ko', 'en'] }),
    ],
    ['ko', 'en', 'cn'],
  )
  const elements = listElements(xml)
  const listTexts = (path: string) => elements.filter((one) => one.path === path).map(({ text }) => text)

  it('follows the schema: known elements in order, one URL per page', () => {
    expect(new Set(elements.map(({ path }) => path))).toEqual(
      new Set([
        'urlset',
        'urlset/url',
        'urlset/url/loc',
        'urlset/url/lastmod',
        'urlset/url/xhtml:link',
        'urlset/url/image:image',
        'urlset/url/image:image/image:loc',
      ]),
    )
    // xsd:sequence of the schema: loc first, lastmod next, elements of other namespaces last.
    for (const url of xml.split('<url>').slice(1))
      expect(url).toMatch(
        /^<loc>[^<]+<\/loc>(<lastmod>[^<]+<\/lastmod>)?(<xhtml:link [^>]+\/>)*(<image:image>.*<\/image:image>)*<\/url>/,
      )
  })

  it('lists every language of a page once, absolute and escaped (RFC 3986)', () => {
    expect(listTexts('urlset/url/loc')).toEqual([
      `${origin}/`,
      `${origin}/en`,
      `${origin}/cn`,
      `${origin}/story/a&amp;b`,
      `${origin}/story/%ED%95%9C%EA%B8%80`,
      `${origin}/en/story/%ED%95%9C%EA%B8%80`,
    ])
  })

  it('lists all alternates including the page itself, and none for a single language', () => {
    const links = elements.filter(({ name }) => name === 'xhtml:link').map(({ attributes }) => attributes)
    expect(links).toHaveLength(3 * 4 + 2 * 3)
    expect(links.slice(0, 4).map((link) => /hreflang="([^"]+)"/.exec(link)?.[1])).toEqual([
      'ko',
      'en',
      'zh-Hans',
      'x-default',
    ])
  })

  it('uses W3C timestamps and the largest variant of each picture', () => {
    expect(listTexts('urlset/url/lastmod')).toEqual(['2026-11-12T00:00:00.000Z'])
    expect(listTexts('urlset/url/image:image/image:loc')).toEqual([
      `${origin}/files/p1/1440.webp`,
      `${origin}/files/p2/1440.webp`,
    ])
  })

  it('contains one language if requested', () => {
    const english = listElements(
      buildSitemap(origin, [buildAddress('/'), buildAddress('/x', { locales: ['ko'] })], ['en']),
    )
    expect(english.filter(({ name }) => name === 'loc').map(({ text }) => text)).toEqual([`${origin}/en`])
  })
})

it('lists its parts in the index', () => {
  const locs = listElements(buildSitemapIndex(origin, ['ko-1', 'en-1'])).filter(
    ({ path }) => path === 'sitemapindex/sitemap/loc',
  )
  expect(locs.map(({ text }) => text)).toEqual([`${origin}/sitemap.xml?part=ko-1`, `${origin}/sitemap.xml?part=en-1`])
})
