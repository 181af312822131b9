import { useEffect } from 'react'
import { Link, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { describePage } from '#content/site/describe-page.ts'
import type { PageHandle } from '#kit/web/rendering/page-handle.ts'
import { m } from '#messages/messages.js'
import { currentLocalePath } from '#people/account/layout/account-page-frame.tsx'
import { categoryLabels } from '#people/notifications/public/category-labels.ts'
import { countView } from '#people/notifications/public/count-view.ts'
import { formatShortDay } from '#ui/format/format-day.ts'
import { foreignLang } from '#ui/format/language-attributes.ts'
import { Prose } from '#ui/text/prose.tsx'
import styles from './center-page-layout.module.css'
import { CenterPageLayout } from './center-page-layout.tsx'
import { getCenterContext, loadCenter } from './load-center.ts'

export const handle: PageHandle = { cached: true }

export const loader = async ({ context, params }: LoaderFunctionArgs) => {
  const { api, origin } = getCenterContext(context)
  const [center, { notification }] = await Promise.all([
    loadCenter(api),
    api.notifications.read({ params: { id: params.notice ?? '' } }),
  ])
  return { ...center, origin, notification }
}

export const meta: MetaFunction<typeof loader> = ({ loaderData: page }) =>
  page
    ? describePage({
        title: `${page.notification.title} · ${page.name}`,
        description: m.center_notice_description({ title: page.notification.title, name: page.name }),
        origin: page.origin,
        path: currentLocalePath(`/center/notices/${page.notification._id}`),
        siteName: page.name,
        crumbs: [{ title: m.center_title(), to: '/center/notices' }, { title: page.notification.title }],
      })
    : []

export default function NoticePage() {
  const { notification, ...center } = useLoaderData<typeof loader>()
  const { _id, title, lang, category, publishedAt, body, newer, older } = notification
  useEffect(() => countView(_id), [_id])
  const adjacentNotices = [
    { key: 'newer', label: m.center_newer(), notice: newer },
    { key: 'older', label: m.center_older(), notice: older },
  ]
  return (
    <CenterPageLayout
      part="notices"
      {...center}
      title={
        <header className={styles.head}>
          <h1 className={styles.heading} lang={foreignLang(lang)}>
            {title}
          </h1>
          <p className={styles.meta}>
            {categoryLabels[category]()} <time dateTime={publishedAt}>{formatShortDay(publishedAt)}</time>
          </p>
        </header>
      }
    >
      <article>
        <Prose html={body} lang={foreignLang(lang)} />
      </article>
      <nav className={styles.beside} aria-label={m.center_beside()}>
        <ul>
          {adjacentNotices.map(
            ({ key, label, notice }) =>
              notice && (
                <li key={key}>
                  <span>{label}</span>
                  <Link to={currentLocalePath(`/center/notices/${notice._id}`)} lang={foreignLang(notice.lang)}>
                    {notice.title}
                  </Link>
                </li>
              ),
          )}
        </ul>
        <Link className={styles.back} to={currentLocalePath('/center/notices')}>
          {m.center_to_list()}
        </Link>
      </nav>
    </CenterPageLayout>
  )
}

export { AccountFailure as ErrorBoundary } from '#people/account/layout/account-failure.tsx'
