import '#ui/layers.css'
import type { ReactNode } from 'react'
import { isRouteErrorResponse, Links, Outlet, Scripts, useLocation, useRouteError } from 'react-router'
import { languageTag } from '#kit/locale.ts'
import { inLocale, localeOfPath } from '#kit/web/addresses/locale-path.ts'
import { StyleSheets } from '#kit/web/hydration/stylesheets.tsx'
import { PageMeta } from '#kit/web/rendering/page-meta.tsx'
import { m } from '#messages/messages.js'
import { RestoreScroll } from '#ui/browser/restore-scroll.tsx'
import { failureMessages } from '#ui/feedback/failure-messages.ts'

export function Layout({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  return (
    <html lang={languageTag[localeOfPath(pathname)]}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/brand/favicon-180.png" />
        <PageMeta />
        {import.meta.env.DEV ? <Links /> : <StyleSheets />}
      </head>
      <body>
        {children}
        {import.meta.env.DEV && <Scripts />}
      </body>
    </html>
  )
}

export default function Root() {
  return (
    <>
      <Outlet />
      <RestoreScroll />
    </>
  )
}

/** Last resort: failure of the root itself, or of an area without its own error boundary. */
export function ErrorBoundary() {
  const error = useRouteError()
  const { pathname } = useLocation()
  const { title, text } = failureMessages(isRouteErrorResponse(error) ? error.status : 500)
  return (
    <main id="content">
      <title>{title}</title>
      <h1>{title}</h1>
      <p>{text}</p>
      <a href={inLocale(localeOfPath(pathname), '/')}>{m.failure_home()}</a>
    </main>
  )
}
