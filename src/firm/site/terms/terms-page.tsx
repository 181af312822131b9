import { data, Link, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { describePage } from '#content/site/describe-page.ts'
import { localizePath } from '#content/site/localize-path.ts'
import { getCardLink } from '#content/site/social-cards/social-card.ts'
import type { PageHandle } from '#kit/web/rendering/page-handle.ts'
import { m } from '#messages/messages.js'
import type { PublicTerms } from '#people/terms/contract.ts'
import { formatLongDay } from '#ui/format/format-day.ts'
import { foreignLang } from '#ui/format/language-attributes.ts'
import { RichText } from '#ui/text/rich-text.tsx'
import { getSiteContext } from '../loader-context.ts'
import { PageHeader } from '../page-parts/page-header.tsx'
import { createTermsCard } from '../social-cards/firm-cards.ts'
import styles from './terms-page.module.css'

export const handle: PageHandle = { cached: true, query: ['version'] }

export const loader = async ({ context, params, url }: LoaderFunctionArgs) => {
  const { api, origin, locale } = getSiteContext(context)
  const version = url.searchParams.get('version')
  if (version && !/^\d{4}-\d{2}-\d{2}$/.test(version)) throw data(null, { status: 404 })
  const [{ terms }, { setting }] = await Promise.all([
    api.terms.published({ params: { code: params.code ?? '' }, query: version ? { version } : {} }),
    api.settings.published(),
  ])
  return { origin, terms, card: getCardLink(createTermsCard(locale, terms, setting.name)), name: setting.name }
}

/** Formats the date of a version: '2026년 3월 1일'. */
const formatDate = (version: string): string => formatLongDay(`${version}T00:00:00Z`)

const stateLabels: Record<PublicTerms['state'], () => string> = {
  past: m.terms_state_past,
  current: m.terms_state_current,
  coming: m.common_state_coming,
}

export const meta: MetaFunction<typeof loader> = ({ loaderData: page, location }) => {
  if (!page) return []
  const { terms, card, name, origin } = page
  const day = formatDate(terms.version)
  const title = terms.state === 'current' ? terms.title : `${terms.title}, ${day}`
  return describePage({
    title: `${title} · ${name}`,
    description: m.terms_description({ title: terms.title, name, date: day }),
    origin,
    path: location.pathname,
    siteName: name,
    card,
    crumbs: [{ title: terms.title }],
  })
}

/** Terms page: the current version, with links to all others. */
export default function TermsPage() {
  const { terms } = useLoaderData<typeof loader>()
  const termsPath = localizePath(`/terms/${terms.code}`)
  return (
    <>
      <PageHeader
        title={terms.title}
        lang={foreignLang(terms.lang)}
        lead={m.terms_since({ date: formatDate(terms.version) })}
        leadLang={null}
        crumbs={[{ title: terms.title, lang: foreignLang(terms.lang) }]}
      />
      <div className={styles.page} data-ground="paper">
        <nav className={styles.versions} aria-label={m.terms_versions()}>
          <h2 className={styles.label}>{m.terms_versions()}</h2>
          <ul>
            {terms.versions.map(({ version, state }) => (
              <li key={version}>
                <Link
                  className={styles.version}
                  to={state === 'current' ? termsPath : `${termsPath}?version=${version}`}
                  aria-current={version === terms.version ? 'page' : undefined}
                >
                  <time dateTime={version}>{formatDate(version)}</time>
                  <span className={styles.state}>{stateLabels[state]()}</span>
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className={styles.matter}>
          {terms.state !== 'current' && (
            <p className={styles.notice} role="note">
              {terms.state === 'past' ? m.terms_notice_past() : m.terms_notice_coming()}{' '}
              <Link className={styles.way} to={termsPath}>
                {m.terms_to_current()}
              </Link>
            </p>
          )}
          <article className={styles.prose} lang={foreignLang(terms.lang)}>
            <RichText html={terms.body} />
          </article>
        </div>
      </div>
    </>
  )
}
