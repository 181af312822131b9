import type { FormEvent } from 'react'
import { data, type LoaderFunctionArgs, type MetaFunction, useLoaderData, useNavigate } from 'react-router'
import { StoryCard } from '#content/boards/public/story-card.tsx'
import { describePage } from '#content/site/describe-page.ts'
import { localizePath } from '#content/site/localize-path.ts'
import { getCardLink } from '#content/site/social-cards/social-card.ts'
import type { PageHandle } from '#kit/web/rendering/page-handle.ts'
import { m } from '#messages/messages.js'
import { IconButton } from '#ui/controls/button.tsx'
import { Pagination } from '#ui/controls/pagination.tsx'
import { TextLink } from '#ui/controls/text-link.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { joinDotted } from '#ui/format/language-attributes.ts'
import { VisuallyHidden } from '#ui/text/visually-hidden.tsx'
import { CategoryLinks } from '../article/category-links.tsx'
import { buildFormUrl, buildListUrl, parseListUrl } from '../article/list-url.ts'
import { getSiteContext } from '../loader-context.ts'
import { ClosingSection } from '../page-parts/closing-section.tsx'
import { PageHeader } from '../page-parts/page-header.tsx'
import { createPageCard } from '../social-cards/firm-cards.ts'
import { feedPath } from './feed-path.ts'
import styles from './story-list-page.module.css'

/** Fills whole rows of two and of three. */
const perPage = 12

export const handle: PageHandle = { cached: true, query: ['category', 'page', 'q'] }

export const loader = async ({ context, request }: LoaderFunctionArgs) => {
  const { api, origin, locale } = getSiteContext(context)
  const { page, category, q } = parseListUrl(request.url)
  const [stories, { choices }, { setting }] = await Promise.all([
    api.boards.published({ query: { code: 'news', limit: perPage, page, category, q } }),
    api.reading.choices({ query: { code: 'news' } }),
    api.settings.published(),
  ])
  if (page > 1 && stories.boards.length === 0) throw data(null, { status: 404 })
  return {
    origin,
    card: getCardLink(createPageCard(locale, 'stories', setting.name)),
    name: setting.name,
    phone: setting.phone,
    page,
    category: choices.categories.find(({ value }) => value === category),
    asked: { category, q },
    choices,
    stories: stories.boards,
    total: stories.total,
    pages: Math.ceil(stories.total / perPage),
  }
}
type ListData = Awaited<ReturnType<typeof loader>>

const getHeadline = ({ category, page }: Pick<ListData, 'category' | 'page'>): string =>
  joinDotted([
    category ? m.reading_story_category({ category: category.title }) : m.site_menu_story(),
    page > 1 && m.reading_page({ page }),
  ])

export const meta: MetaFunction<typeof loader> = ({ loaderData: list, location }) => {
  if (!list) return []
  const { name, origin, card, page, asked } = list
  const headline = getHeadline(list)
  return [
    ...describePage({
      title: `${headline} · ${name}`,
      description: [m.reading_story_description({ name }), (page > 1 || list.category) && headline]
        .filter(Boolean)
        .join(' '),
      origin,
      path: buildListUrl(location.pathname, { ...asked, page }),
      siteName: name,
      card,
      crumbs: [{ title: m.site_menu_story() }],
      about: { '@type': 'CollectionPage', name: headline },
    }),
    // Search results must not be indexed.
    ...(asked.q ? [{ name: 'robots', content: 'noindex' }] : []),
    {
      tagName: 'link',
      rel: 'alternate',
      type: 'application/rss+xml',
      title: m.reading_feed_title({ name }),
      href: origin + localizePath(feedPath),
    },
  ]
}

/** Returns the summary of the list, announced when it changes. */
const formatCount = ({ total, category, asked: { q } }: ListData): string => {
  if (q) return m.reading_story_found({ words: q, count: total })
  return category
    ? m.reading_story_category_count({ category: category.title, count: total })
    : m.reading_story_count({ count: total })
}

/** Stories of the first row on a phone. */
const firstScreenStories = 2

export default function StoryList() {
  const list = useLoaderData<typeof loader>()
  const { asked, choices, page, pages, stories } = list
  const path = localizePath('/story')
  return (
    <>
      <PageHeader
        title={m.site_menu_story()}
        lead={m.reading_story_lead()}
        crumbs={[{ title: m.site_menu_story() }]}
        className={styles.head}
      />
      <section className={styles.list} data-ground="paper" aria-labelledby="count">
        <div className={styles.filter}>
          <CategoryLinks
            choices={choices}
            current={asked.category}
            to={(category) => buildListUrl(path, { category, q: asked.q })}
            label={m.reading_categories()}
          />
          <SearchField asked={asked} path={path} />
        </div>
        <h2 id="count" className={styles.count} aria-live="polite">
          {formatCount(list)}
        </h2>
        {stories.length > 0 ? (
          <ul className={styles.stories}>
            {stories.map((story, at) => (
              <li key={story._id}>
                <StoryCard
                  story={story}
                  to={localizePath(`/story/${story.slug}`)}
                  marked
                  first={at < firstScreenStories}
                />
              </li>
            ))}
          </ul>
        ) : (
          <Nothing narrowed={Boolean(asked.q || asked.category)} path={path} />
        )}
        <Pagination page={page} of={pages} to={(to) => buildListUrl(path, { ...asked, page: to })} />
        <p className={styles.feed}>
          <a href={localizePath(feedPath)}>{m.reading_feed()}</a>
        </p>
      </section>
      <ClosingSection title={m.reading_list_closing()} lead={m.reading_list_closing_lead()} phone={list.phone} />
    </>
  )
}

function SearchField({ asked, path }: Pick<ListData, 'asked'> & { path: string }) {
  const navigate = useNavigate()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    navigate(buildFormUrl(path, event.currentTarget), { preventScrollReset: true })
  }
  return (
    <search className={styles.search}>
      <form action={path} className={styles.form} onSubmit={submit}>
        {asked.category && <input type="hidden" name="category" value={asked.category} />}
        <label htmlFor="words">
          <VisuallyHidden>{m.reading_words()}</VisuallyHidden>
        </label>
        <input
          key={asked.q ?? ''}
          id="words"
          className={styles.input}
          type="search"
          name="q"
          defaultValue={asked.q}
          placeholder={m.reading_words_hint()}
          autoComplete="off"
          enterKeyHint="search"
          maxLength={100}
        />
        <IconButton type="submit" icon="search" label={m.reading_words_submit()} className={styles.submit} />
      </form>
    </search>
  )
}

function Nothing({ narrowed, path }: { narrowed: boolean; path: string }) {
  return narrowed ? (
    <Notice
      title={m.reading_story_none_found()}
      text={m.reading_story_none_found_way()}
      act={
        <TextLink to={path} arrow={false} preventScrollReset>
          {m.reading_clear()}
        </TextLink>
      }
    />
  ) : (
    <Notice
      title={m.home_stories_none()}
      act={
        <TextLink to={localizePath('/project')} arrow={false}>
          {m.home_stories_none_way()}
        </TextLink>
      }
    />
  )
}
