import { useEffect } from 'react'
import { Link, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { localizePath } from '#content/site/localize-path.ts'
import { toSingleLine } from '#content/site/site-shell/page-head.ts'
import type { PageHandle } from '#kit/web/rendering/page-handle.ts'
import { m } from '#messages/messages.js'
import { categoryLabels } from '#people/notifications/public/category-labels.ts'
import { countView } from '#people/notifications/public/count-view.ts'
import { formatShortDay } from '#ui/format/format-day.ts'
import { foreignLang } from '#ui/format/language-attributes.ts'
import { Prose } from '#ui/text/prose.tsx'
import { pageCard, toCardLink } from '../cards/match-card.ts'
import { buildPageHead } from '../layout/page-head.ts'
import { matchContext } from '../loader-context.ts'
import { PageHeader } from '../parts/page/page-header.tsx'
import styles from './support-page.module.css'

export const handle: PageHandle = { hydrate: 'idle', cached: true }

export const loader = async ({ context, params }: LoaderFunctionArgs) => {
  const { api, origin, locale } = matchContext(context)
  const { notification } = await api.notifications.read({ params: { id: params.notice ?? '' } })
  return { origin, card: toCardLink(pageCard(locale, 'notices')), notification }
}

export const meta: MetaFunction<typeof loader> = ({ loaderData: page }) =>
  page
    ? buildPageHead({
        title: page.notification.title,
        description: m.match_notice_description({ title: toSingleLine(page.notification.title, 80) }),
        origin: page.origin,
        to: `/match/notices/${page.notification._id}`,
        card: page.card,
        crumbs: [{ title: m.match_menu_notices(), to: '/match/notices' }, { title: page.notification.title }],
      })
    : []

export default function NoticePage() {
  const { notification } = useLoaderData<typeof loader>()
  const { _id, title, lang, category, publishedAt, body, newer, older } = notification
  useEffect(() => countView(_id), [_id])
  const nearby = [
    { key: 'newer', label: m.match_notice_newer(), notice: newer },
    { key: 'older', label: m.match_notice_older(), notice: older },
  ]
  return (
    <>
      <PageHeader
        title={title}
        lang={foreignLang(lang)}
        crumbs={[
          { title: m.match_menu_notices(), to: '/match/notices' },
          { title, lang: foreignLang(lang) },
        ]}
      >
        <p className={styles.meta}>
          {categoryLabels[category]()} <time dateTime={publishedAt}>{formatShortDay(publishedAt)}</time>
        </p>
      </PageHeader>
      <div className={styles.body}>
        <div className={styles.text} lang={foreignLang(lang)}>
          <Prose html={body} />
        </div>
        <nav className={styles.beside} aria-label={m.match_notice_beside()}>
          <ul>
            {nearby.map(
              ({ key, label, notice }) =>
                notice && (
                  <li key={key}>
                    <span>{label}</span>
                    <Link to={localizePath(`/match/notices/${notice._id}`)} lang={foreignLang(notice.lang)}>
                      {notice.title}
                    </Link>
                  </li>
                ),
            )}
          </ul>
          <Link className={styles.back} to={localizePath('/match/notices')}>
            {m.match_to_list()}
          </Link>
        </nav>
      </div>
    </>
  )
}
