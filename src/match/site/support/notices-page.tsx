import { data, Link, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { localizePath } from '#content/site/localize-path.ts'
import type { PageHandle } from '#kit/web/rendering/page-handle.ts'
import { m } from '#messages/messages.js'
import { categoryLabels } from '#people/notifications/public/category-labels.ts'
import { Pagination } from '#ui/controls/pagination.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { formatShortDay } from '#ui/format/format-day.ts'
import { foreignLang } from '#ui/format/language-attributes.ts'
import { pageCard, toCardLink } from '../cards/match-card.ts'
import { buildPageHead } from '../layout/page-head.ts'
import { matchContext } from '../loader-context.ts'
import { pageUrl, readPageNumber } from '../parts/list/list-filters.ts'
import { PageHeader } from '../parts/page/page-header.tsx'
import styles from './support-page.module.css'

export const handle: PageHandle = { hydrate: 'idle', cached: true, query: ['page'] }

const path = '/match/notices'

export const loader = async ({ context, url }: LoaderFunctionArgs) => {
  const { api, origin, locale } = matchContext(context)
  const page = readPageNumber(url.searchParams)
  const { notifications, total, limit } = await api.notifications.published({ query: { page } })
  if (page > 1 && notifications.length === 0) throw data(null, { status: 404 })
  return {
    origin,
    card: toCardLink(pageCard(locale, 'notices')),
    notifications,
    page,
    pages: Math.ceil(total / limit),
  }
}

export const meta: MetaFunction<typeof loader> = ({ loaderData: list }) =>
  list
    ? buildPageHead({
        title: m.match_menu_notices(),
        description: m.match_notices_description(),
        origin: list.origin,
        to: path,
        card: list.card,
        crumbs: [{ title: m.match_menu_notices() }],
      })
    : []

/** Notices in the Match frame. */
export default function NoticesPage() {
  const { notifications, page, pages } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeader
        title={m.match_menu_notices()}
        lead={m.match_notices_lead()}
        crumbs={[{ title: m.match_name(), to: '/match' }, { title: m.match_menu_notices() }]}
      />
      <div className={styles.body}>
        {notifications.length === 0 ? (
          <Notice title={m.match_notices_none()} />
        ) : (
          <ul className={styles.rows}>
            {notifications.map(({ _id, category, title, lang, pinned, publishedAt }) => (
              <li key={_id} className={styles.row}>
                <span className={styles.category}>
                  {pinned && <span className={styles.pin}>{m.match_notice_pinned()}</span>}
                  {categoryLabels[category]()}
                </span>
                <Link className={styles.name} to={localizePath(`${path}/${_id}`)} lang={foreignLang(lang)}>
                  {title}
                </Link>
                <time className={styles.day} dateTime={publishedAt}>
                  {formatShortDay(publishedAt)}
                </time>
              </li>
            ))}
          </ul>
        )}
        <Pagination page={page} of={pages} to={(number) => pageUrl(localizePath(path), {}, number)} />
      </div>
    </>
  )
}
