import { AsyncLocalStorage } from 'node:async_hooks'
import { type EntryContext, isRouteErrorResponse, type RouterContextProvider, ServerRouter } from 'react-router'
import type { Locale } from '#kit/locale.ts'
import { defaultLocations, overwriteLocations, type SiteLocations } from '#kit/web/addresses/site-locations.ts'
import { pageContext } from '#kit/web/page-context.ts'
import { finishDocument } from '#kit/web/rendering/finish-document.ts'
import { documentHeaders } from '#kit/web/rendering/page-headers.ts'
import { renderAwaiting, renderDocument } from '#kit/web/rendering/render-document.ts'
import { overwriteGetLocale } from '#messages/runtime.js'

export { pageContext }

const ofRender = new AsyncLocalStorage<{ locale: Locale; locations: SiteLocations }>()
overwriteGetLocale(() => ofRender.getStore()?.locale ?? 'ko')
overwriteLocations(() => ofRender.getStore()?.locations ?? defaultLocations)

/** Runs a render with its own locale and site locations; safe for concurrent renders. */
export const runInLocale = <T,>(locale: Locale, locations: SiteLocations, work: () => T): T =>
  ofRender.run({ locale, locations }, work)

export const handleError = (error: unknown, { context }: { context: Readonly<RouterContextProvider> }) => {
  // An unknown address is the visitor's mistake, not a fault to report.
  if (isRouteErrorResponse(error) && error.status < 500) return
  context.get(pageContext).report(error)
}

const readState = async (context: EntryContext) => {
  const stream = context.serverHandoffStream
  return stream ? new Response(stream).text() : ''
}

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  loadContext: RouterContextProvider,
) {
  headers.set('content-type', 'text/html; charset=utf-8')
  if (import.meta.env.DEV) {
    // In development the router's own scripts transfer the data, through a stream that only one render can read.
    const { html, failed } = await renderAwaiting(<ServerRouter context={context} url={request.url} />)
    return new Response(html, { status: failed ? 500 : status, headers })
  }
  // In production the hydration script transfers the data (hydrate-script.ts).
  const rendered = { ...context, serverHandoffStream: undefined }
  const { html, failed } = await renderDocument(<ServerRouter context={rendered} url={request.url} />)
  const page = finishDocument({
    html,
    state: await readState(context),
    context,
    page: loadContext.get(pageContext),
  })
  for (const [name, value] of Object.entries(documentHeaders(page.policy, loadContext.get(pageContext))))
    headers.set(name, value)
  return new Response(page.html, { status: failed ? 500 : status, headers })
}
