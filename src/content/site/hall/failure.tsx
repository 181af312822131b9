import { useEffect } from 'react'
import { isRouteErrorResponse, useLocation, useRouteError } from 'react-router'
import { failureWords, isWithoutDocument } from '#content/site/failure-words.ts'
import { inLocale, localeOfPath } from '#kit/web/address.ts'
import { locate } from '#kit/web/site-locations.ts'
import { m } from '#messages/messages.js'
import { ButtonLink } from '#ui/button.tsx'
import styles from './failure.module.css'
import type { Hall } from './hall.ts'

interface Way {
  /** Without language. */
  to: string
  words: string
}

/** Shown in place of a page that cannot be shown: what happened, in words, and where to go from here. */
export function HallFailure({ ways }: { ways: readonly Way[] }) {
  const error = useRouteError()
  const { pathname, search } = useLocation()
  const status = isRouteErrorResponse(error) ? error.status : 500
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
      <p className={styles.ways}>
        {again && (
          <ButtonLink to={pathname + search} reloadDocument>
            {again}
          </ButtonLink>
        )}
        {ways.map(({ to, words }) => (
          <ButtonLink
            key={to}
            look="outline"
            to={locate(inLocale(localeOfPath(pathname), to))}
            reloadDocument={again !== null}
          >
            {words}
          </ButtonLink>
        ))}
      </p>
    </div>
  )
}

/** The frame itself has failed, or the site is switched off: without header and footer. */
export function HallFrameFailure({ hall }: { hall: Hall }) {
  const error = useRouteError()
  const { pathname, search } = useLocation()
  const status = isRouteErrorResponse(error) ? error.status : 500
  const { title, text, again } = failureWords(status)
  return (
    <main id="content" className={styles.alone} data-hall="" data-face={hall.face}>
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
