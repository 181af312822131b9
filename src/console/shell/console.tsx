import { useSyncExternalStore } from 'react'
import { consoleLocale, watchLocale } from '#console/kit/locale.ts'
import { ManifestsProvider } from '#console/kit/manifests.tsx'
import { ConsoleProvider } from '#console/kit/provider.tsx'
import { FontSheets } from '#ui/fonts.tsx'
import { ScreenFailure } from './failure.tsx'
import { Frame } from './frame.tsx'
import { manifests } from './manifests.ts'

/** Shows that the shell itself failed, so without the shell's layout. */
export function ConsoleFailure() {
  return (
    <ConsoleProvider locale={consoleLocale()}>
      <ScreenFailure />
    </ConsoleProvider>
  )
}

const useLocale = () => useSyncExternalStore(watchLocale, consoleLocale, () => 'ko' as const)

/** The console with its frame around the screen that is open. */
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
