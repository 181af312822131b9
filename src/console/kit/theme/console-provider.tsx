import '@mantine/core/styles.layer.css'
import '@mantine/dates/styles.layer.css'
import '@mantine/notifications/styles.layer.css'
import 'mantine-datatable/styles.css'
import '#ui/fallback-faces.css'
import '../tokens.css'
import '../theme.css'
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { DatesProvider } from '@mantine/dates'
import { ModalsProvider } from '@mantine/modals'
import { Notifications } from '@mantine/notifications'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { CallRefused } from '#kit/client.ts'
import { colorSchemeKey } from './color-scheme.ts'
import { cssVariables, theme } from './mantine-theme.ts'

const colorScheme = localStorageColorSchemeManager({ key: colorSchemeKey })

/** Retries failed queries twice, except refusals below 500; never retries mutations. */
const makeQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        retry: (failures, error) => failures < 2 && !(error instanceof CallRefused && error.status < 500),
      },
      mutations: { retry: false },
    },
  })

/** Theme, query cache, dialogs and toasts of the console. Wraps everything under `/console` and nothing else. */
export function ConsoleProvider({ locale, children }: { locale: string; children: ReactNode }) {
  const [queries] = useState(makeQueryClient)
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={colorScheme}
      defaultColorScheme="auto"
    >
      <QueryClientProvider client={queries}>
        <DatesProvider settings={{ locale, firstDayOfWeek: 0, consistentWeeks: true }}>
          <ModalsProvider>
            <Notifications position="bottom-left" autoClose={8000} />
            {children}
          </ModalsProvider>
        </DatesProvider>
      </QueryClientProvider>
    </MantineProvider>
  )
}
