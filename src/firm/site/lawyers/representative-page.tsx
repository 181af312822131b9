import { data, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { describePage } from '#content/site/describe-page.ts'
import { localizePath } from '#content/site/localize-path.ts'
import { getLawyerTitle } from '#firm/lawyers/public/lawyer-title.tsx'
import type { PageHandle } from '#kit/web/rendering/page-handle.ts'
import { m } from '#messages/messages.js'
import { foreignLang, joinListInSentence } from '#ui/format/language-attributes.ts'
import { RichText } from '#ui/text/rich-text.tsx'
import { getLawyerPath } from '../layout/firm-paths.ts'
import { getSiteContext } from '../loader-context.ts'
import { ClosingSection } from '../page-parts/closing-section.tsx'
import { LawyerBody } from './lawyer-body.tsx'
import { loadLawyerPage, toPersonSchema } from './load-lawyer-page.ts'
import { RelatedPosts } from './related-posts.tsx'
import styles from './representative-page.module.css'

export const handle: PageHandle = { cached: true }

/**
 * Serves `/introduction/han-idam` and `/introduction/lawyer-han-idam`: the router has no parameters for part of a
 * segment.
 */
export const loader = async ({ context, params }: LoaderFunctionArgs) => {
  const page = await loadLawyerPage(context, (params.name ?? '').replace(/^lawyer-/, ''))
  if (!page.lawyer.representative) throw data(null, { status: getSiteContext(context).absence })
  return page
}

const listBreadcrumbs = () => [
  { title: m.site_menu_firm(), to: '/introduction/center' },
  { title: m.site_menu_representative(), to: undefined },
]

export const meta: MetaFunction<typeof loader> = ({ loaderData: page }) => {
  if (!page) return []
  const { lawyer, siteName } = page
  return describePage({
    title: m.people_page_title({ page: m.people_greeting_title({ name: lawyer.title }), name: siteName }),
    description: m.people_greeting_description({
      name: lawyer.title,
      firm: siteName,
      practices: joinListInSentence(page.practices.map(({ title }) => title)),
    }),
    origin: page.origin,
    path: localizePath(getLawyerPath(lawyer)),
    siteName,
    card: page.card,
    type: 'profile',
    crumbs: listBreadcrumbs(),
    about: toPersonSchema(page),
  })
}

export default function Representative() {
  const page = useLoaderData<typeof loader>()
  const { lawyer, siteName, siteLang, phone } = page
  const lang = foreignLang(lawyer.lang)
  return (
    <>
      <LawyerBody page={page} crumbs={listBreadcrumbs()}>
        {lawyer.greeting && (
          <section className={styles.greeting} aria-label={m.people_greeting()}>
            <div className={styles.text} lang={lang}>
              <RichText html={lawyer.greeting} />
            </div>
            <p className={styles.signed}>
              <span lang={foreignLang(siteLang)}>
                {m.people_signed({ firm: siteName, rank: getLawyerTitle(lawyer) })}
              </span>{' '}
              <span className={styles.name} lang={lang}>
                {lawyer.title}
              </span>
            </p>
          </section>
        )}
      </LawyerBody>
      <RelatedPosts page={page} />
      <ClosingSection
        title={m.people_profile_closing({ name: lawyer.title })}
        lead={m.people_profile_closing_lead()}
        phone={phone}
        to={`/consult?lawyer=${lawyer.key}`}
      />
    </>
  )
}
