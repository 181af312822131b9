import { escapeXml } from '#kit/text/entities.ts'

/** Story in a feed; URLs are absolute. */
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
  /** Language tag (RFC 5646). */
  language: string
  /** URL of the page with the same content. */
  page: string
  /** URL of the feed. */
  address: string
  items: readonly FeedItem[]
}

/** Escapes text for XML 1.0 and removes control characters. */
const escapeText = (words: string): string =>
  escapeXml(words.replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, ''))

/** Formats a date as `Thu, 12 Nov 2026 01:00:00 +0000` (RFC 822 with a four-digit year, as RSS 2.0 requires). */
const formatRssDate = (instant: string): string => new Date(instant).toUTCString().replace('GMT', '+0000')

const formatItem = ({ title, address, summary, category, publishedAt }: FeedItem): string =>
  [
    '<item>',
    `<title>${escapeText(title)}</title>`,
    `<link>${escapeText(address)}</link>`,
    `<guid isPermaLink="true">${escapeText(address)}</guid>`,
    `<pubDate>${formatRssDate(publishedAt)}</pubDate>`,
    ...(category ? [`<category>${escapeText(category)}</category>`] : []),
    `<description>${escapeText(summary)}</description>`,
    '</item>',
  ].join('')

/** Returns an RSS 2.0 feed with the Atom self link that the best practices recommend (rssboard.org). */
export const toRss = ({ title, description, language, page, address, items }: Feed): string => {
  const newest = items
    .map(({ publishedAt }) => publishedAt)
    .sort()
    .at(-1)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>',
    `<title>${escapeText(title)}</title>`,
    `<link>${escapeText(page)}</link>`,
    `<description>${escapeText(description)}</description>`,
    `<language>${language}</language>`,
    `<atom:link href="${escapeText(address)}" rel="self" type="application/rss+xml"/>`,
    ...(newest ? [`<lastBuildDate>${formatRssDate(newest)}</lastBuildDate>`] : []),
    ...items.map(formatItem),
    '</channel></rss>',
  ].join('\n')
}
