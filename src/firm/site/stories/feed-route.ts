import type { LoaderFunctionArgs } from 'react-router'
import { localizePath } from '#content/site/localize-path.ts'
import { languageTag } from '#kit/locale.ts'
import type { PageHandle } from '#kit/web/rendering/page-handle.ts'
import { m } from '#messages/messages.js'
import { getSiteContext } from '../loader-context.ts'
import { feedPath } from './feed-path.ts'
import { toRss } from './rss-feed.ts'

/** Cached like a page: rendered once and invalidated by the tags of the board. */
export const handle: PageHandle = { cached: true }

/** Serves the newest 50 stories in the requested language. */
export const loader = async ({ context }: LoaderFunctionArgs) => {
  const { api, origin, locale } = getSiteContext(context)
  const [{ boards }, { setting }] = await Promise.all([
    api.boards.published({ query: { code: 'news', limit: 50 } }),
    api.settings.published(),
  ])
  const items = boards
    .filter(({ lang }) => lang === locale)
    .sort((one, other) => other.publishedAt.localeCompare(one.publishedAt))
    .map((story) => ({
      title: story.subject,
      address: origin + localizePath(`/story/${story.slug}`),
      summary: story.summary,
      category: story.categoryTitle,
      publishedAt: story.publishedAt,
    }))
  const { name } = setting
  const feed = toRss({
    title: m.reading_feed_title({ name }),
    description: m.reading_story_description({ name }),
    language: languageTag[locale],
    page: origin + localizePath('/story'),
    address: origin + localizePath(feedPath),
    items,
  })
  return new Response(feed, { headers: { 'content-type': 'application/rss+xml; charset=utf-8' } })
}
