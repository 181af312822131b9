import { useSyncExternalStore } from 'react'
import type { ClientLoaderFunctionArgs, MetaDescriptor } from 'react-router'
import { colorSchemeScript } from '#console/kit/color-scheme.ts'
import { consoleLocale, showChosenLocale, watchLocale } from '#console/kit/locale.ts'
import { ManifestsProvider } from '#console/kit/manifests.tsx'
import { ConsoleProvider } from '#console/kit/provider.tsx'
import { installTrustedTypes } from '#console/kit/trusted-types.ts'
import type { PageHandle } from '#kit/web/handle.ts'
import { guard, loginPath, replaceDocument } from '#session/guard.ts'
import { FontSheets } from '#ui/fonts.tsx'
import { Blank } from './blank.tsx'
import { ScreenFailure } from './failure.tsx'
import { Frame } from './frame.tsx'
import { manifests } from './manifests.ts'

/** The scope of `/console`. */
export const handle: PageHandle & { scope: readonly string[] } = {
  wake: 'now',
  cached: false,
  script: colorSchemeScript,
  scope: ['console'],
}

export const meta = (): MetaDescriptor[] => [{ title: '대청' }, { name: 'robots', content: 'noindex' }]

/** The guard, and what it leaves to the console: without a session the log-in comes first and leads back here. */
export const clientLoader = async (args: ClientLoaderFunctionArgs) => {
  const session = await guard(args, handle.scope)
  const { pathname, search } = new URL(args.request.url)
  if (!session) throw replaceDocument(loginPath(pathname + search))
  installTrustedTypes()
  showChosenLocale(session.userId)
  return null
}
clientLoader.hydrate = true as const

export const HydrateFallback = Blank

/** Error boundary of the shell itself, so without the shell's layout. */
export function ErrorBoundary() {
  return (
    <ConsoleProvider locale={consoleLocale()}>
      <ScreenFailure />
    </ConsoleProvider>
  )
}

const useLocale = () => useSyncExternalStore(watchLocale, consoleLocale, () => 'ko' as const)

export default function ConsoleLayout() {
  const locale = useLocale()
  return (
    <ConsoleProvider locale={locale}>
      <ManifestsProvider manifests={manifests}>
        <Frame key={locale} />
      </ManifestsProvider>
      <FontSheets />
    </ConsoleProvider>
  )
}
