import { useRouteLoaderData } from 'react-router'
import { inLocale, localeOfPath } from '#kit/web/addresses/locale-path.ts'
import { m } from '#messages/messages.js'
import { ButtonLink } from '#ui/controls/button.tsx'
import { useFailure } from '#ui/feedback/use-failure.ts'
import { SearchField } from '../search/search-field.tsx'
import type { LayoutData } from './load-layout.ts'
import styles from './page-failure.module.css'
import { TelephoneLine } from './telephone-line.tsx'

/** Error page within the site layout: what happened, and links to continue. */
export function PageFailure() {
  const { status, pathname, address, title, text, retry } = useFailure()
  const shell = useRouteLoaderData<LayoutData>(`${localeOfPath(pathname)}/site`)
  const isNotHere = status === 404 || status === 410
  return (
    <div className={styles.failure} data-no-popups="">
      <title>{title}</title>
      <meta name="robots" content="noindex" />
      <p className={styles.status}>{status}</p>
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.text}>{text}</p>
      {isNotHere && <SearchField className={styles.search} />}
      <p className={styles.ways}>
        {retry && (
          <ButtonLink to={address} reloadDocument>
            {retry}
          </ButtonLink>
        )}
        <ButtonLink look="outline" to={inLocale(localeOfPath(pathname), '/')} reloadDocument={retry !== null}>
          {m.failure_home()}
        </ButtonLink>
        {status === 410 && (
          <ButtonLink look="outline" to={inLocale(localeOfPath(pathname), '/auction-search')}>
            {m.failure_search()}
          </ButtonLink>
        )}
      </p>
      {isNotHere && shell && <TelephoneLine className={styles.telephone} phone={shell.setting.phone} />}
    </div>
  )
}

/** Error page without header and footer, for a failed layout or while the firm's site is disabled. */
export function SiteFailure() {
  const { status, pathname, address, title, text, retry } = useFailure()
  return (
    <main id="content" className={styles.alone}>
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
