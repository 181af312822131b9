import { useSyncExternalStore } from 'react'
import { consoleLocale, watchLocale } from '#console/kit/console-locale.ts'
import { ManifestsProvider } from '#console/kit/manifest/manifests-provider.tsx'
import { ConsoleProvider } from '#console/kit/theme/console-provider.tsx'
import { FontSheets } from '#ui/fonts.tsx'
import { Frame } from './layout/console-frame.tsx'
import { manifests } from './manifests/manifests.ts'
import { ScreenFailure } from './screens/screen-failure.tsx'

/** Failure of the shell itself, shown without its layout. */
export function ConsoleFailure() {
  return (
    <ConsoleProvider locale={consoleLocale()}>
      <ScreenFailure />
    </ConsoleProvider>
  )
}

const useLocale = () => useSyncExternalStore(watchLocale, consoleLocale, () => 'ko' as const)

/** The console: frame, current screen, and session handling. */
export function Console() {
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
