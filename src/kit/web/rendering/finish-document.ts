import type { EntryContext } from 'react-router'
import { isDefaultAddress } from '../addresses/site-locations.ts'
import { earlyHeadScript, type HydrationData, hydrateScript, toDataBlock } from '../hydration/hydrate-script.ts'
import { sheetPrecedence } from '../hydration/sheet-precedence.ts'
import type { PageContext } from '../page-context.ts'
import { contentSecurityPolicy } from './content-policy.ts'
import { mergeHandles, type PageHandle } from './page-handle.ts'

/** Rendered page with its Content-Security-Policy. */
export interface FinishedDocument {
  html: string
  policy: string
}

export interface DocumentParts {
  /** HTML as rendered by React, from `<!DOCTYPE` or `<html` on. */
  html: string
  /** Loader data in the router's encoding. */
  state: string
  context: EntryContext
  page: Pick<PageContext, 'stylesheet' | 'manifestOf' | 'preview' | 'admittedSources' | 'connects' | 'locations'>
}

const matched = (context: EntryContext) =>
  context.staticHandlerContext.matches.flatMap(({ route: { id } }) => {
    const entry = context.manifest.routes[id]
    return entry ? [{ id, entry, handle: context.routeModules[id]?.handle as PageHandle | undefined }] : []
  })

/**
 * Inserts styles into the head and the hydration script at the end of the body. Both are outside React's tree:
 * hydration skips unknown elements in head and body, and never recreates them in the browser.
 */
export const finishDocument = ({ html, state, context, page }: DocumentParts): FinishedDocument => {
  const routes = matched(context)
  const { hydrate, script } = mergeHandles(routes.map((route) => route.handle))
  const staff = hydrate === 'now'
  const early = [staff ? '' : earlyHeadScript, script].filter(Boolean)

  const sheets = [...new Set(routes.flatMap(({ entry }) => entry.css ?? []))]
  const inline: string[] = []
  const head = sheets.map((href) => {
    const text = staff ? undefined : page.stylesheet(href)
    if (text === undefined) return `<link rel="stylesheet" href="${href}" data-precedence="${sheetPrecedence}">`
    inline.push(text)
    return `<style data-precedence="${sheetPrecedence}">${text}</style>`
  })

  const data: HydrationData = {
    hydrate,
    context: {
      basename: '/',
      future: context.future,
      routeDiscovery: context.routeDiscovery,
      ssr: context.ssr,
      isSpaMode: context.isSpaMode,
    },
    state,
    ...(isDefaultAddress(page.locations) ? {} : { locations: page.locations }),
    sheets,
    manifest: page.manifestOf(routes.at(-1)?.id ?? '') ?? context.manifest.url,
    routes: routes.map(({ id, entry }) => [
      id,
      [
        entry.clientActionModule,
        entry.clientLoaderModule,
        entry.clientMiddlewareModule,
        entry.hydrateFallbackModule,
        entry.module,
      ].filter((module) => module !== undefined),
    ]),
    entry: context.manifest.entry.module,
    ahead: [
      ...new Set([
        context.manifest.entry.module,
        ...context.manifest.entry.imports,
        ...routes.flatMap(({ entry }) => entry.imports ?? []),
      ]),
    ],
  }
  const headEnd = html.indexOf('</head>')
  const bodyEnd = html.lastIndexOf('</body>')
  return {
    html: [
      html.slice(0, headEnd),
      ...early.map((text) => `<script>${text}</script>`),
      ...head,
      html.slice(headEnd, bodyEnd),
      toDataBlock(data),
      `<script>${hydrateScript}</script>`,
      html.slice(bodyEnd),
    ].join(''),
    policy: contentSecurityPolicy({
      scripts: [hydrateScript, ...early],
      styles: inline,
      styledByScript: staff,
      framed: page.preview !== undefined,
      admittedSources: page.admittedSources,
      connects: page.connects,
    }),
  }
}
