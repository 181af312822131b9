/** One story of a feed; addresses are absolute. */
export interface FeedItem {
  title: string
  address: string
  summary: string
  category: string | null
  publishedAt: string
}

export interface Feed {
  title: string
  description: string
  /** Tag of the language (RFC 5646). */
  language: string
  /** Address of the page that shows the same. */
  page: string
  /** Address of the feed itself. */
  address: string
  items: readonly FeedItem[]
}

const marks: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }

/** Text as XML 1.0 may hold it: marks written out, control characters left out. */
const text = (words: string): string =>
  words
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[&<>"']/g, (mark) => marks[mark] ?? '')

/** `Thu, 12 Nov 2026 01:00:00 +0000` (RFC 822 with four digits of the year, as RSS 2.0 asks). */
const day = (instant: string): string => new Date(instant).toUTCString().replace('GMT', '+0000')

const itemOf = ({ title, address, summary, category, publishedAt }: FeedItem): string =>
  [
    '<item>',
    `<title>${text(title)}</title>`,
    `<link>${text(address)}</link>`,
    `<guid isPermaLink="true">${text(address)}</guid>`,
    `<pubDate>${day(publishedAt)}</pubDate>`,
    ...(category ? [`<category>${text(category)}</category>`] : []),
    `<description>${text(summary)}</description>`,
    '</item>',
  ].join('')

/** A feed by RSS 2.0, with the Atom link to itself that its best practices ask for (rssboard.org). */
export const toRss = ({ title, description, language, page, address, items }: Feed): string => {
  const newest = items
    .map(({ publishedAt }) => publishedAt)
    .sort()
    .at(-1)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>',
    `<title>${text(title)}</title>`,
    `<link>${text(page)}</link>`,
    `<description>${text(description)}</description>`,
    `<language>${language}</language>`,
    `<atom:link href="${text(address)}" rel="self" type="application/rss+xml"/>`,
    ...(newest ? [`<lastBuildDate>${day(newest)}</lastBuildDate>`] : []),
    ...items.map(itemOf),
    '</channel></rss>',
  ].join('\n')
}
