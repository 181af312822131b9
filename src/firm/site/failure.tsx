import { useEffect } from 'react'
import { isRouteErrorResponse, useLocation, useRouteError, useRouteLoaderData } from 'react-router'
import { inLocale, localeOfPath } from '#kit/web/address.ts'
import { m } from '#messages/messages.js'
import { ButtonLink } from '#ui/button.tsx'
import styles from './failure.module.css'
import { SearchField } from './search-field.tsx'
import type { ShellData } from './shell-data.ts'
import { TelephoneLine } from './telephone-line.tsx'

const wordsFor = (status: number, code: unknown) => {
  if (code === 'preview') return { title: m.preview_refused_title(), text: m.preview_refused_text(), again: false }
  if (status === 404) return { title: m.failure_missing_title(), text: m.failure_missing_text(), again: false }
  if (status === 410) return { title: m.failure_gone_title(), text: m.failure_gone_text(), again: false }
  if (status === 401 || status === 403)
    return { title: m.failure_forbidden_title(), text: m.failure_forbidden_text(), again: false }
  if (status === 503) return { title: m.failure_away_title(), text: m.failure_away_text(), again: true }
  return { title: m.failure_broken_title(), text: m.failure_broken_text(), again: true }
}

/** Whether this page was come to from another, without a document of its own. */
const isWithoutDocument = () => {
  const [document] = performance.getEntriesByType('navigation')
  return document !== undefined && new URL(document.name).pathname !== window.location.pathname
}

/** Shown in place of a page that cannot be shown: what happened, in words, and where to go from here. */
export function Failure() {
  const error = useRouteError()
  const { pathname, search } = useLocation()
  const status = isRouteErrorResponse(error) ? error.status : 500
  const shell = useRouteLoaderData<ShellData>(`${localeOfPath(pathname)}/site`)
  const isNotHere = status === 404 || status === 410
  const { title, text, again } = wordsFor(status, isRouteErrorResponse(error) ? error.data?.code : undefined)
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
            {m.failure_again()}
          </ButtonLink>
        )}
        <ButtonLink look="outline" to={inLocale(localeOfPath(pathname), '/')} reloadDocument={again}>
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
