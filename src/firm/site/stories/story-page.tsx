import { Link, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { StoryCard } from '#content/boards/public/story-card.tsx'
import { CommentSection } from '#content/comments/public/comment-section.tsx'
import type { PublicArticle } from '#content/reading/contract.ts'
import { AdjacentPosts } from '#content/reading/public/adjacent-posts.tsx'
import { ImageGallery } from '#content/reading/public/image-gallery.tsx'
import { PostAttachments } from '#content/reading/public/post-attachments.tsx'
import { ViewCount } from '#content/reading/public/view-count.tsx'
import { type Breadcrumb, describePage } from '#content/site/describe-page.ts'
import { localizePath } from '#content/site/localize-path.ts'
import { getCardLink } from '#content/site/social-cards/social-card.ts'
import { groupDigits } from '#kit/text/format-values.ts'
import type { PageHandle } from '#kit/web/rendering/page-handle.ts'
import { m } from '#messages/messages.js'
import { MarkButtons } from '#people/bookmarks/public/mark-buttons.tsx'
import { TextLink } from '#ui/controls/text-link.tsx'
import { formatLongDay } from '#ui/format/format-day.ts'
import { foreignLang, inPageLanguage } from '#ui/format/language-attributes.ts'
import { Picture } from '#ui/media/picture.tsx'
import { Prose } from '#ui/text/prose.tsx'
import { Section } from '#ui/text/section.tsx'
import { listArticleMeta, toArticleSchema } from '../article/article-meta.ts'
import { buildListUrl } from '../article/list-url.ts'
import { readComments } from '../article/read-comments.ts'
import { ShareButtons } from '../article/share-buttons.tsx'
import { getSiteContext } from '../loader-context.ts'
import { ClosingSection } from '../page-parts/closing-section.tsx'
import { Breadcrumbs } from '../page-parts/page-header.tsx'
import { createStoryCard } from '../social-cards/firm-cards.ts'
import { bindUnits } from '../text/bind-units.ts'
import styles from './story-page.module.css'

export const handle: PageHandle = { cached: true, query: ['comments'] }

export const loader = async ({ context, params, request }: LoaderFunctionArgs) => {
  const { api, origin, locale } = getSiteContext(context)
  const [{ board: story }, { setting }] = await Promise.all([
    api.reading.article({ params: { id: params.post ?? '' }, query: { code: 'news' } }),
    api.settings.published(),
  ])
  const { name, phone, demonstration } = setting
  const comments = await readComments(api.comments, story, request.url)
  return {
    origin,
    story,
    comments,
    card: getCardLink(createStoryCard(locale, story, name)),
    name,
    phone,
    demonstration,
  }
}

/** Breadcrumbs: the list, and the list of the category. */
const buildCrumbs = ({ category, categoryTitle }: PublicArticle): Breadcrumb[] => [
  { title: m.site_menu_story(), to: '/story' },
  ...(category && categoryTitle ? [{ title: categoryTitle, to: buildListUrl('/story', { category }) }] : []),
]

export const meta: MetaFunction<typeof loader> = ({ loaderData: page }) => {
  if (!page) return []
  const { story, card, origin, name } = page
  return [
    ...describePage({
      title: `${story.subject} · ${name}`,
      description: story.summary || story.subject,
      origin,
      path: localizePath(`/story/${story.slug}`),
      siteName: name,
      card,
      crumbs: [...buildCrumbs(story), { title: story.subject }],
      type: 'article',
      about: toArticleSchema('NewsArticle', story, origin, name),
    }),
    ...listArticleMeta(story),
  ]
}

export default function Story() {
  const { story, comments, phone, demonstration } = useLoaderData<typeof loader>()
  const address = localizePath(`/story/${story.slug}`)
  const lang = foreignLang(story.lang)
  return (
    <>
      <article className={styles.story} data-ground="paper">
        <header className={styles.head}>
          <Breadcrumbs crumbs={buildCrumbs(story)} />
          <div className={styles.words}>
            {story.category && story.categoryTitle && (
              <p className={styles.category}>
                <Link to={buildListUrl(localizePath('/story'), { category: story.category })}>
                  {story.categoryTitle}
                </Link>
              </p>
            )}
            <h1 className={styles.title} lang={lang}>
              {bindUnits(story.subject)}
            </h1>
            <p className={styles.meta}>
              <time dateTime={story.publishedAt}>{bindUnits(formatLongDay(story.publishedAt))}</time>
              {comments && <a href="#comments">{m.comments_count({ count: groupDigits(comments.spoken) })}</a>}
              {/* Last, so that nothing moves when it appears after hydration. */}
              <ViewCount id={story._id} views={story.views} />
            </p>
          </div>
        </header>
        <ShareButtons className={styles.share} title={story.subject} path={address} />
        {story.thumb && <Cover picture={story.thumb} />}
        <div className={styles.matter}>
          {story.summary && (
            <p className={styles.lead} lang={lang}>
              {bindUnits(story.summary)}
            </p>
          )}
          <Prose html={story.body} lang={lang} />
          <div className={styles.gallery}>
            <ImageGallery pictures={story.pictures} subject={story.subject} labelled={demonstration} />
          </div>
          <PostAttachments files={story.files} />
          <MarkButtons key={story._id} kind="post" record={story._id} address={address} />
          {comments && (
            <CommentSection key={`${story._id} ${comments.page}`} post={story._id} found={comments} address={address} />
          )}
        </div>
        <div className={styles.ways}>
          <AdjacentPosts
            label={m.reading_neighbours()}
            previous={story.previous}
            next={story.next}
            words={{ previous: m.reading_story_previous(), next: m.reading_story_next() }}
            to={(slug) => localizePath(`/story/${slug}`)}
          />
        </div>
      </article>
      <Related stories={story.related} />
      <ClosingSection title={m.reading_story_closing()} lead={m.reading_story_closing_lead()} phone={phone} />
    </>
  )
}

function Cover({ picture }: { picture: NonNullable<PublicArticle['thumb']> }) {
  const caption = inPageLanguage(picture.alt)
  return (
    <figure className={styles.cover}>
      <Picture className={styles.picture} picture={picture} alt="" sizes="(min-width: 1360px) 1280px, 100vw" isFirst />
      {caption && <figcaption className={styles.caption}>{caption}</figcaption>}
    </figure>
  )
}

function Related({ stories }: { stories: PublicArticle['related'] }) {
  if (stories.length === 0) return null
  return (
    <Section
      ground="paper"
      isJoined
      title={m.reading_related()}
      act={<TextLink to={localizePath('/story')}>{m.reading_to_list()}</TextLink>}
      className={styles.related}
    >
      <ul className={styles.cards}>
        {stories.map((story) => (
          <li key={story._id}>
            <StoryCard story={story} to={localizePath(`/story/${story.slug}`)} />
          </li>
        ))}
      </ul>
    </Section>
  )
}
