import type { ClientLoaderFunctionArgs, MetaDescriptor } from 'react-router'
import { showChosenLocale } from '#console/kit/console-locale.ts'
import { colorSchemeScript } from '#console/kit/theme/color-scheme.ts'
import { installTrustedTypes } from '#console/kit/theme/trusted-types.ts'
import type { PageHandle } from '#kit/web/rendering/page-handle.ts'
import { guardRoute, loginPath, replaceDocument } from '#session/page-guard.ts'
import { Console, ConsoleFailure } from './console.tsx'
import { BlankScreen } from './screens/blank-screen.tsx'

/** Scope required for `/console`. */
export const handle: PageHandle & { scope: readonly string[] } = {
  hydrate: 'now',
  cached: false,
  script: colorSchemeScript,
  scope: ['console'],
}

export const meta = (): MetaDescriptor[] => [{ title: '대청' }, { name: 'robots', content: 'noindex' }]

/** Runs the route guard; without a session the console shows the log-in first and then returns here. */
export const clientLoader = async (args: ClientLoaderFunctionArgs) => {
  const session = await guardRoute(args, handle.scope)
  const { pathname, search } = new URL(args.request.url)
  if (!session) throw replaceDocument(loginPath(pathname + search))
  installTrustedTypes()
  showChosenLocale(session.userId)
  return null
}
clientLoader.hydrate = true as const

export const HydrateFallback = BlankScreen

export const ErrorBoundary = ConsoleFailure

export default Console
