import { AsyncLocalStorage } from 'node:async_hooks'
import { Writable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { ReactElement } from 'react'
import { renderToPipeableStream, renderToString } from 'react-dom/server'
import { type EntryContext, isRouteErrorResponse, type RouterContextProvider, ServerRouter } from 'react-router'
import type { Locale } from '#kit/locale.ts'
import { pageContext } from '#kit/web/context.ts'
import { finishDocument } from '#kit/web/document.ts'
import { overwriteGetLocale } from '#messages/runtime.js'

export { pageContext }

const localeOfRender = new AsyncLocalStorage<Locale>()
overwriteGetLocale(() => localeOfRender.getStore() ?? 'ko')

/** Runs a render whose messages speak that language, however many others run meanwhile. */
export const speaking = <T,>(locale: Locale, work: () => T): T => localeOfRender.run(locale, work)

export const handleError = (error: unknown, { context }: { context: Readonly<RouterContextProvider> }) => {
  // An address without a route is a visitor's slip, not a fault.
  if (isRouteErrorResponse(error) && error.status < 500) return
  context.get(pageContext).report(error)
}

interface Rendered {
  html: string
  failed: boolean
}

/** The tree once all that it waits for is there. What is cached must be complete, and a failure must set the status. */
const renderPatiently = (tree: ReactElement) =>
  new Promise<Rendered>((resolve, reject) => {
    const chunks: Buffer[] = []
    let failed = false
    const text = new Writable({
      write(chunk: Buffer, _encoding, done) {
        chunks.push(chunk)
        done()
      },
      final(done) {
        resolve({ html: Buffer.concat(chunks).toString(), failed })
        done()
      },
    })
    const { pipe } = renderToPipeableStream(tree, {
      // Boundaries stay in their place: moving them there would take a script.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady: () => pipe(text),
      onShellError: reject,
      onError: () => {
        failed = true
      },
    })
  })

/** How React marks a boundary that it leaves to the browser: something in it waits, or failed. */
const leftOpen = '<!--$!-->'

/**
 * The whole tree as text: in one go, which is quicker by a sixth than the bytes of a stream, unless something waits. It
 * holds the thread for some ten milliseconds, so what has come in meanwhile goes first.
 */
const renderWhole = async (tree: ReactElement): Promise<Rendered> => {
  await setImmediate()
  const html = renderToString(tree)
  return html.includes(leftOpen) ? renderPatiently(tree) : { html: `<!DOCTYPE html>${html}`, failed: false }
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
  // In development the router's own scripts carry the data; otherwise the waking does.
  const rendered = import.meta.env.DEV ? context : { ...context, serverHandoffStream: undefined }
  const { html, failed } = await renderWhole(<ServerRouter context={rendered} url={request.url} />)
  headers.set('content-type', 'text/html; charset=utf-8')
  if (import.meta.env.DEV) return new Response(html, { status: failed ? 500 : status, headers })
  const page = finishDocument({
    html,
    state: await readState(context),
    context,
    page: loadContext.get(pageContext),
  })
  headers.set('content-security-policy', page.policy)
  return new Response(page.html, { status: failed ? 500 : status, headers })
}
