import { useMantineColorScheme } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { chooseLocale, consoleLocale } from '#console/kit/locale.ts'
import { languageName } from '#console/kit/parts/language-marks.tsx'
import { sayDone, sayWrong } from '#console/kit/parts/toast.tsx'
import { boards } from '#content/boards/contract.ts'
import { locales } from '#kit/locale.ts'
import { m } from '#messages/messages.js'
import { clientOf, logOut } from '#session/session.ts'
import { useSession } from '#session/use-session.ts'
import type { Entry } from './entry.ts'

const client = clientOf(boards)

/** What can be done from anywhere. */
export const useActs = (): Entry[] => {
  const session = useSession()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const write: Entry[] = session?.scope.includes('console:boards')
    ? [{ key: 'write', label: m.palette_act_write(), icon: 'pencil', to: '/console/boards/create' }]
    : []
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
    ...write,
    { key: 'site', label: m.palette_act_site(), icon: 'external', run: () => window.open('/', '_blank', 'noopener') },
    ...schemes,
    ...languages,
    { key: 'log-out', label: m.shell_log_out(), icon: 'external', run: () => void logOut() },
  ]
}

const copyAddress = async (to: string) => {
  try {
    await navigator.clipboard.writeText(new URL(to, window.location.origin).href)
    sayDone(m.palette_copied())
  } catch {
    sayWrong(m.palette_not_copied())
  }
}

/** What can be done with the chosen record. */
export const useRecordActs = (): ((record: Entry) => Entry[]) => {
  const queries = useQueryClient()

  const change = async (id: string, act: 'publish' | 'hide') => {
    const turn = async (direction: 'publish' | 'hide') => {
      await client.bulk({ body: { ids: [id], act: direction } })
      await queries.invalidateQueries()
    }
    try {
      await turn(act)
      sayDone(act === 'publish' ? m.palette_published() : m.palette_hidden(), () =>
        turn(act === 'publish' ? 'hide' : 'publish'),
      )
    } catch (error) {
      sayWrong(error instanceof Error ? error.message : String(error))
    }
  }

  return (record) => {
    const { to } = record
    if (!to) return []
    const id = to.startsWith('/console/boards/') ? to.slice('/console/boards/'.length) : null
    const state: Entry[] =
      id && record.mark === 'published'
        ? [
            {
              key: 'hide',
              label: m.palette_act_hide({ name: record.label }),
              icon: 'eyeOff',
              run: () => void change(id, 'hide'),
            },
          ]
        : id && record.mark === 'hidden'
          ? [
              {
                key: 'publish',
                label: m.palette_act_publish({ name: record.label }),
                icon: 'publish',
                run: () => void change(id, 'publish'),
              },
            ]
          : []
    return [
      ...state,
      { key: 'tab', label: m.palette_act_tab(), icon: 'external', run: () => window.open(to, '_blank') },
      { key: 'copy', label: m.palette_act_copy(), icon: 'link', run: () => void copyAddress(to) },
    ]
  }
}
