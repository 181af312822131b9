import { useEffect } from 'react'
import { Link, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { describePage } from '#content/site/description.ts'
import type { PageHandle } from '#kit/web/handle.ts'
import { m } from '#messages/messages.js'
import { categoryWords } from '#people/notifications/public/category.ts'
import { noteView } from '#people/notifications/public/note-view.ts'
import { shortDay } from '#ui/day.ts'
import { foreign } from '#ui/language.ts'
import { RichText } from '#ui/rich-text.tsx'
import { siteContext } from '../api.ts'
import { linkTo, pageCard } from '../found/card.ts'
import { place } from '../place.ts'
import prose from '../terms/terms.module.css'
import styles from './support.module.css'
import { readSupport } from './support-data.ts'
import { SupportFrame } from './support-frame.tsx'

export const handle: PageHandle = { cached: true }

export const loader = async ({ context, params }: LoaderFunctionArgs) => {
  const { api, origin, locale } = siteContext(context)
  const [support, { notification }] = await Promise.all([
    readSupport(api),
    api.notifications.read({ params: { id: params.notice ?? '' } }),
  ])
  return { ...support, origin, card: linkTo(pageCard(locale, 'support', support.name)), notification }
}

export const meta: MetaFunction<typeof loader> = ({ loaderData: page }) =>
  page
    ? describePage({
        title: `${page.notification.title} · ${page.name}`,
        description: m.support_notice_description({ title: page.notification.title, name: page.name }),
        origin: page.origin,
        path: place(`/center/notices/${page.notification._id}`),
        siteName: page.name,
        card: page.card,
        crumbs: [{ title: m.support_title(), to: '/center/notices' }, { title: page.notification.title }],
      })
    : []

export default function NoticePage() {
  const { notification, ...support } = useLoaderData<typeof loader>()
  const { _id, title, lang, category, publishedAt, body, newer, older } = notification
  useEffect(() => noteView(_id), [_id])
  const beside = [
    { key: 'newer', label: m.support_newer(), notice: newer },
    { key: 'older', label: m.support_older(), notice: older },
  ]
  return (
    <SupportFrame
      part="notices"
      {...support}
      crumbs={[{ title, lang: foreign(lang) }]}
      title={
        <header className={styles.head}>
          <h1 className={styles.heading} lang={foreign(lang)}>
            {title}
          </h1>
          <p className={styles.meta}>
            {categoryWords[category]()} <time dateTime={publishedAt}>{shortDay(publishedAt)}</time>
          </p>
        </header>
      }
    >
      <article className={prose.prose} lang={foreign(lang)}>
        <RichText html={body} />
      </article>
      <nav className={styles.beside} aria-label={m.support_beside()}>
        <ul>
          {beside.map(
            ({ key, label, notice }) =>
              notice && (
                <li key={key}>
                  <span>{label}</span>
                  <Link to={place(`/center/notices/${notice._id}`)} lang={foreign(notice.lang)}>
                    {notice.title}
                  </Link>
                </li>
              ),
          )}
        </ul>
        <Link className={styles.back} to={place('/center/notices')}>
          {m.support_to_list()}
        </Link>
      </nav>
    </SupportFrame>
  )
}
