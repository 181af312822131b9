import type { ClientLoaderFunctionArgs, LoaderFunctionArgs, RouterContextProvider } from 'react-router'
import type { Client } from '#kit/client.ts'
import type { Locale } from '#kit/locale.ts'
import { type Admitted, pageContext } from '#kit/web/page-context.ts'
import type { certify } from '#people/certify/contract.ts'
import type { PublicSetting, settings } from '#platform/settings/contract.ts'

/** Data of the header and footer of the account pages. */
export interface FrameData {
  setting: PublicSetting
  /** First site of this host. */
  first: string
  /** Year of the copyright line. Comes from the server, so that hydration renders the same value. */
  year: number
}

/** Clients that app.ts provides to the loaders; the kit passes them through without knowing the modules. */
interface AccountClients {
  certify: Client<typeof certify>
  settings: Client<typeof settings>
}

const clientsOf = (context: Readonly<RouterContextProvider>): AccountClients =>
  context.get(pageContext).api as unknown as AccountClients

/** Returns where the window for identity verification loads from; null if it is not offered. */
export const readIdentityWindow = async (context: Readonly<RouterContextProvider>): Promise<Admitted | null> =>
  (await clientsOf(context).certify.identityWindow()).window

const settingsOf = (context: Readonly<RouterContextProvider>) => {
  const { locations, locale } = context.get(pageContext)
  return { client: clientsOf(context).settings, locations, locale }
}

/** Last settings this process read, per locale. */
const lastRead = new Map<Locale, PublicSetting>()

/** Loader of every layout with the account frame. Falls back to the last copy while the database is down. */
export const loadFrame = async ({ context }: LoaderFunctionArgs): Promise<FrameData> => {
  const { client, locations, locale } = settingsOf(context)
  const setting = await client.published().then(
    ({ setting }) => setting,
    (error: unknown) => {
      const known = lastRead.get(locale)
      if (!known) throw error
      return known
    },
  )
  lastRead.set(locale, setting)
  return { setting, first: locations.own ?? locations.first, year: new Date().getUTCFullYear() }
}

let cached: FrameData | undefined

/** Stores the frame data of the document, so that navigation between account pages needs no request. */
export const storeFrame = (frame: FrameData): void => {
  cached = frame
}

/**
 * Client loader that reuses the stored frame data. Each module registers its own member layout, but the frame data is
 * the same in all of them.
 */
export const reuseFrame = async ({ serverLoader }: ClientLoaderFunctionArgs): Promise<FrameData> => {
  cached ??= await serverLoader<FrameData>()
  return cached
}
