import { data, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { describePage } from '#content/site/describe-page.ts'
import { lawyerTitle } from '#firm/lawyers/public/lawyer-title.tsx'
import type { PageHandle } from '#kit/web/rendering/page-handle.ts'
import { m } from '#messages/messages.js'
import { foreign, listedWithin } from '#ui/language.ts'
import { RichText } from '#ui/rich-text.tsx'
import { lawyerAddress, place } from '../layout/firm-paths.ts'
import { Closing } from '../page-parts/closing-section.tsx'
import { siteContext } from '../server/site-api.ts'
import { LawyerBody } from './lawyer-body.tsx'
import { loadLawyer, personOf } from './load-lawyer-page.ts'
import { Related } from './related-posts.tsx'
import styles from './representative-page.module.css'

export const handle: PageHandle = { cached: true }

/**
 * Serves `/introduction/han-idam` and `/introduction/lawyer-han-idam`: the router has no parameters for part of a
 * segment.
 */
export const loader = async ({ context, params }: LoaderFunctionArgs) => {
  const page = await loadLawyer(context, (params.name ?? '').replace(/^lawyer-/, ''))
  if (!page.lawyer.representative) throw data(null, { status: siteContext(context).absence })
  return page
}

const crumbs = () => [
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
      practices: listedWithin(page.practices.map(({ title }) => title)),
    }),
    origin: page.origin,
    path: place(lawyerAddress(lawyer)),
    siteName,
    card: page.card,
    type: 'profile',
    crumbs: crumbs(),
    about: personOf(page),
  })
}

export default function Representative() {
  const page = useLoaderData<typeof loader>()
  const { lawyer, siteName, siteLang, phone } = page
  const lang = foreign(lawyer.lang)
  return (
    <>
      <LawyerBody page={page} crumbs={crumbs()}>
        {lawyer.greeting && (
          <section className={styles.greeting} aria-label={m.people_greeting()}>
            <div className={styles.text} lang={lang}>
              <RichText html={lawyer.greeting} />
            </div>
            <p className={styles.signed}>
              <span lang={foreign(siteLang)}>{m.people_signed({ firm: siteName, rank: lawyerTitle(lawyer) })}</span>{' '}
              <span className={styles.name} lang={lang}>
                {lawyer.title}
              </span>
            </p>
          </section>
        )}
      </LawyerBody>
      <Related page={page} />
      <Closing
        title={m.people_profile_closing({ name: lawyer.title })}
        lead={m.people_profile_closing_lead()}
        phone={phone}
        to={`/consult?lawyer=${lawyer.key}`}
      />
    </>
  )
}
