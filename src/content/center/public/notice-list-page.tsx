import { data, Link, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { describePage } from '#content/site/describe-page.ts'
import type { PageHandle } from '#kit/web/rendering/page-handle.ts'
import { m } from '#messages/messages.js'
import { currentLocalePath } from '#people/account/layout/account-page-frame.tsx'
import { categoryLabels } from '#people/notifications/public/category-labels.ts'
import { Pagination } from '#ui/controls/pagination.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { formatShortDay } from '#ui/format/format-day.ts'
import { foreignLang } from '#ui/format/language-attributes.ts'
import styles from './center-page-layout.module.css'
import { CenterPageLayout } from './center-page-layout.tsx'
import { getCenterContext, loadCenter } from './load-center.ts'

export const handle: PageHandle = { cached: true, query: ['page'] }

const parsePageNumber = (text: string | null): number => {
  if (text === null) return 1
  if (!/^[1-9]\d{0,2}$/.test(text)) throw data(null, { status: 404 })
  return Number(text)
}

export const loader = async ({ context, url }: LoaderFunctionArgs) => {
  const { api, origin } = getCenterContext(context)
  const page = parsePageNumber(url.searchParams.get('page'))
  const [center, found] = await Promise.all([loadCenter(api), api.notifications.published({ query: { page } })])
  if (page > 1 && found.notifications.length === 0) throw data(null, { status: 404 })
  const { notifications, total, limit } = found
  return { ...center, origin, notifications, page, pages: Math.ceil(total / limit) }
}

export const meta: MetaFunction<typeof loader> = ({ loaderData: list }) =>
  list
    ? describePage({
        title: `${m.center_notices()} · ${list.name}`,
        description: m.center_notices_description({ name: list.name }),
        origin: list.origin,
        path: currentLocalePath(list.page > 1 ? `/center/notices?page=${list.page}` : '/center/notices'),
        siteName: list.name,
        crumbs: [{ title: m.center_title() }],
      })
    : []

export default function Notices() {
  const { notifications, page, pages, ...center } = useLoaderData<typeof loader>()
  const path = currentLocalePath('/center/notices')
  return (
    <CenterPageLayout part="notices" {...center}>
      <h2 className={styles.hidden}>{m.center_notices()}</h2>
      {notifications.length === 0 ? (
        <Notice title={m.center_notices_none()} />
      ) : (
        <ul className={styles.rows}>
          {notifications.map(({ _id, category, title, lang, pinned, publishedAt }) => (
            <li key={_id} className={styles.row} data-pinned={pinned || undefined}>
              <span className={styles.category}>
                {pinned && <span className={styles.pin}>{m.center_pinned()}</span>}
                {categoryLabels[category]()}
              </span>
              <Link className={styles.name} to={`${path}/${_id}`} lang={foreignLang(lang)}>
                {title}
              </Link>
              <time className={styles.day} dateTime={publishedAt}>
                {formatShortDay(publishedAt)}
              </time>
            </li>
          ))}
        </ul>
      )}
      <Pagination page={page} of={pages} to={(to) => (to > 1 ? `${path}?page=${to}` : path)} />
    </CenterPageLayout>
  )
}

export { AccountFailure as ErrorBoundary } from '#people/account/layout/account-failure.tsx'
