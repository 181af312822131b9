import { inLocale, localeOfPath } from '#kit/web/addresses/locale-path.ts'
import { locatePath } from '#kit/web/addresses/site-locations.ts'
import { m } from '#messages/messages.js'
import { ButtonLink } from '#ui/controls/button.tsx'
import { useFailure } from '#ui/feedback/use-failure.ts'
import type { SiteIdentity } from '../site-identity.ts'
import styles from './page-failure.module.css'

interface FailureLink {
  /** Path without locale. */
  to: string
  words: string
}

/** Error page within the site layout: what happened, and links to continue. */
export function SitePageFailure({ ways }: { ways: readonly FailureLink[] }) {
  const { status, pathname, address, title, text, retry } = useFailure()
  return (
    <div className={styles.failure} data-no-popups="">
      <title>{title}</title>
      <meta name="robots" content="noindex" />
      <p className={styles.status}>{status}</p>
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.text}>{text}</p>
      <p className={styles.ways}>
        {retry && (
          <ButtonLink to={address} reloadDocument>
            {retry}
          </ButtonLink>
        )}
        {ways.map(({ to, words }) => (
          <ButtonLink
            key={to}
            look="outline"
            to={locatePath(inLocale(localeOfPath(pathname), to))}
            reloadDocument={retry !== null}
          >
            {words}
          </ButtonLink>
        ))}
      </p>
    </div>
  )
}

/** Error page without header and footer, for a failed layout or a disabled site. */
export function SiteFailure({ site }: { site: SiteIdentity }) {
  const { status, pathname, address, title, text, retry } = useFailure()
  return (
    <main id="content" className={styles.alone} data-marketplace="" data-face={site.face}>
      <title>{title}</title>
      <meta name="robots" content="noindex" />
      <p className={styles.status}>{status}</p>
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.text}>{text}</p>
      <p className={styles.ways}>
        {retry && (
          <ButtonLink to={address} reloadDocument>
            {retry}
          </ButtonLink>
        )}
        <ButtonLink look="outline" to={inLocale(localeOfPath(pathname), '/')} reloadDocument>
          {m.failure_home()}
        </ButtonLink>
      </p>
    </main>
  )
}
