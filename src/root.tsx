import type { ReactNode } from 'react'
import { isRouteErrorResponse, Links, Meta, Outlet, Scripts, useLocation, useRouteError } from 'react-router'
import { languageTag } from '#kit/locale.ts'
import { localeOfPath } from '#kit/web/address.ts'
import { StyleSheets } from '#kit/web/stylesheets.tsx'

export function Layout({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  return (
    <html lang={languageTag[localeOfPath(pathname)]}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <Meta />
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
  return <Outlet />
}

export function ErrorBoundary() {
  const error = useRouteError()
  return <h1>{isRouteErrorResponse(error) ? error.status : 500}</h1>
}
