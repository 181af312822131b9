import { useEffect } from 'react'
import { isRouteErrorResponse, useLocation, useRouteError, useRouteLoaderData } from 'react-router'
import { failureWords, isWithoutDocument } from '#content/site/failure-words.ts'
import { inLocale, localeOfPath } from '#kit/web/address.ts'
import { m } from '#messages/messages.js'
import { ButtonLink } from '#ui/button.tsx'
import styles from './failure.module.css'
import { SearchField } from './search-field.tsx'
import type { ShellData } from './shell-data.ts'
import { TelephoneLine } from './telephone-line.tsx'

/** Shown in place of a page that cannot be shown: what happened, in words, and where to go from here. */
export function Failure() {
  const error = useRouteError()
  const { pathname, search } = useLocation()
  const status = isRouteErrorResponse(error) ? error.status : 500
  const shell = useRouteLoaderData<ShellData>(`${localeOfPath(pathname)}/site`)
  const isNotHere = status === 404 || status === 410
  const { title, text, again } = failureWords(status, isRouteErrorResponse(error) ? error.data?.code : undefined)
  // An address that has changed is led on by the server, which only a document tells.
  useEffect(() => {
    if (status === 404 && isWithoutDocument()) window.location.replace(window.location.href)
  }, [status])
  return (
    <div className={styles.failure} data-no-popups="">
      <title>{title}</title>
      <meta name="robots" content="noindex" />
      <p className={styles.status}>{status}</p>
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.text}>{text}</p>
      {isNotHere && <SearchField className={styles.search} />}
      <p className={styles.ways}>
        {again && (
          <ButtonLink to={pathname + search} reloadDocument>
            {again}
          </ButtonLink>
        )}
        <ButtonLink look="outline" to={inLocale(localeOfPath(pathname), '/')} reloadDocument={again !== null}>
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

/** The frame itself has failed, or the Firm is switched off: without header and footer. */
export function FrameFailure() {
  const error = useRouteError()
  const { pathname, search } = useLocation()
  const status = isRouteErrorResponse(error) ? error.status : 500
  const { title, text, again } = failureWords(status)
  return (
    <main id="content" className={styles.alone}>
      <title>{title}</title>
      <meta name="robots" content="noindex" />
      <p className={styles.status}>{status}</p>
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.text}>{text}</p>
      <p className={styles.ways}>
        {again && (
          <ButtonLink to={pathname + search} reloadDocument>
            {again}
          </ButtonLink>
        )}
        <ButtonLink look="outline" to={inLocale(localeOfPath(pathname), '/')} reloadDocument>
          {m.failure_home()}
        </ButtonLink>
      </p>
    </main>
  )
}
