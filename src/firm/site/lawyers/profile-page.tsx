import { Link, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { describePage } from '#content/site/describe-page.ts'
import { localizePath } from '#content/site/localize-path.ts'
import { getLawyerTitle } from '#firm/lawyers/public/lawyer-title.tsx'
import type { PageHandle } from '#kit/web/rendering/page-handle.ts'
import { m } from '#messages/messages.js'
import { Icon } from '#ui/controls/icon.tsx'
import { TextLink } from '#ui/controls/text-link.tsx'
import { foreignLang, joinListInSentence } from '#ui/format/language-attributes.ts'
import { UnbrokenText } from '#ui/text/unbroken-text.tsx'
import { getLawyerPath } from '../layout/firm-paths.ts'
import { ClosingSection } from '../page-parts/closing-section.tsx'
import { LawyerBody } from './lawyer-body.tsx'
import { type LawyerPage, loadLawyerPage, toPersonSchema } from './load-lawyer-page.ts'
import styles from './profile-page.module.css'
import { RelatedPosts } from './related-posts.tsx'

export const handle: PageHandle = { cached: true }

export const loader = ({ context, params }: LoaderFunctionArgs) => loadLawyerPage(context, params.key ?? '')

const buildCrumbs = ({ lawyer }: LawyerPage) => [
  { title: m.site_menu_firm(), to: '/introduction/center' },
  { title: m.people_lawyers_title(), to: '/introduction/lawyer' },
  { title: lawyer.title },
]

export const meta: MetaFunction<typeof loader> = ({ loaderData: page, location }) => {
  if (!page) return []
  const { lawyer, practices, office } = page
  const rank = getLawyerTitle(lawyer)
  return describePage({
    title: m.people_page_title({ page: m.people_profile_title({ name: lawyer.title, rank }), name: page.siteName }),
    description: m
      .people_profile_description({
        name: lawyer.title,
        rank: joinListInSentence([rank]),
        firm: page.siteName,
        place: office?.title ?? '',
        practices: joinListInSentence(practices.map(({ title }) => title)),
      })
      .replace(/\s+/g, ' '),
    origin: page.origin,
    path: location.pathname,
    siteName: page.siteName,
    card: page.card,
    type: 'profile',
    crumbs: buildCrumbs(page),
    about: toPersonSchema(page),
  })
}

export default function Profile() {
  const page = useLoaderData<typeof loader>()
  const { lawyer, phone } = page
  return (
    <>
      <LawyerBody page={page} crumbs={buildCrumbs(page)}>
        {lawyer.representative && (
          <TextLink className={styles.greeting} to={localizePath(getLawyerPath(lawyer))}>
            {m.people_greeting_read()}
          </TextLink>
        )}
      </LawyerBody>
      <RelatedPosts page={page} />
      <Neighbours page={page} />
      <ClosingSection
        title={m.people_profile_closing({ name: lawyer.title })}
        lead={m.people_profile_closing_lead()}
        phone={phone}
        to={`/consult?lawyer=${lawyer.key}`}
      />
    </>
  )
}

/** Links to the previous and next lawyer in the firm's order. */
function Neighbours({ page: { previous, next } }: { page: LawyerPage }) {
  return (
    <nav className={styles.neighbours} data-ground="paper" aria-label={m.people_neighbours()}>
      {previous && (
        <Link className={styles.neighbour} to={localizePath(`/introduction/lawyer/${previous.key}`)} rel="prev">
          <Icon name="arrow-left" small />
          <span>
            <span className={styles.way}>{m.people_previous()}</span>
            <span className={styles.name} lang={foreignLang(previous.lang)}>
              <UnbrokenText text={previous.title} />
            </span>
          </span>
        </Link>
      )}
      {next && (
        <Link className={styles.neighbour} to={localizePath(`/introduction/lawyer/${next.key}`)} rel="next">
          <span>
            <span className={styles.way}>{m.people_next()}</span>
            <span className={styles.name} lang={foreignLang(next.lang)}>
              <UnbrokenText text={next.title} />
            </span>
          </span>
          <Icon name="arrow-right" small />
        </Link>
      )}
    </nav>
  )
}
