import { useMantineColorScheme } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { chooseLocale, consoleLocale } from '#console/kit/console-locale.ts'
import { showError, showSuccess } from '#console/kit/parts/dialogs/show-toast.tsx'
import { languageName } from '#console/kit/parts/language-marks.tsx'
import { locales } from '#kit/locale.ts'
import { mayWrite } from '#kit/scopes.ts'
import { m } from '#messages/messages.js'
import { logOut } from '#session/session.ts'
import { useSession } from '#session/use-session.ts'
import { paletteActions } from '../manifests/manifests.ts'
import type { Entry } from './palette-entry.ts'

/** Actions available everywhere. */
export const usePaletteActions = (): Entry[] => {
  const session = useSession()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const ofModules = paletteActions
    .filter(({ scope }) => session && mayWrite(session.scope, scope))
    .map(({ key, label, icon, to }): Entry => ({ key, label: label(), icon, to }))
  const schemes = (['light', 'dark', 'auto'] as const)
    .filter((scheme) => scheme !== colorScheme)
    .map((scheme): Entry => {
      const name = { light: m.shell_scheme_light, dark: m.shell_scheme_dark, auto: m.shell_scheme_auto }[scheme]()
      return {
        key: `scheme-${scheme}`,
        label: `${m.shell_scheme()}: ${name}`,
        icon: 'eye',
        run: () => setColorScheme(scheme),
      }
    })
  const languages = locales
    .filter((locale) => locale !== consoleLocale())
    .map(
      (locale): Entry => ({
        key: `language-${locale}`,
        label: `${m.shell_language()}: ${languageName[locale]}`,
        icon: 'publish',
        run: () => session && chooseLocale(session.userId, locale),
      }),
    )
  return [
    ...ofModules,
    { key: 'site', label: m.palette_act_site(), icon: 'external', run: () => window.open('/', '_blank', 'noopener') },
    ...schemes,
    ...languages,
    { key: 'log-out', label: m.shell_log_out(), icon: 'external', run: () => void logOut() },
  ]
}

const copyAddress = async (to: string) => {
  try {
    await navigator.clipboard.writeText(new URL(to, window.location.origin).href)
    showSuccess(m.palette_copied())
  } catch {
    showError(m.palette_not_copied())
  }
}

/** Actions for the selected record: the module's, then the general ones. */
export const useRecordActs = (): ((record: Entry) => Entry[]) => {
  const queries = useQueryClient()
  return (record) => {
    const { to } = record
    if (!to) return []
    return [
      ...(record.actions?.(() => queries.invalidateQueries()) ?? []),
      { key: 'tab', label: m.palette_act_tab(), icon: 'external', run: () => window.open(to, '_blank') },
      { key: 'copy', label: m.palette_act_copy(), icon: 'link', run: () => void copyAddress(to) },
    ]
  }
}
