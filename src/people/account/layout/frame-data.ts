import type { ClientLoaderFunctionArgs, LoaderFunctionArgs, RouterContextProvider } from 'react-router'
import type { Client } from '#kit/client.ts'
import type { Locale } from '#kit/locale.ts'
import { type AdmittedSources, pageContext } from '#kit/web/page-context.ts'
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

const getClients = (context: Readonly<RouterContextProvider>): AccountClients =>
  context.get(pageContext).api as unknown as AccountClients

/** Returns where the window for identity verification loads from; null if it is not offered. */
export const readIdentityWindow = async (context: Readonly<RouterContextProvider>): Promise<AdmittedSources | null> =>
  (await getClients(context).certify.identityWindow()).window

const getSettingsLoader = (context: Readonly<RouterContextProvider>) => {
  const { locations, locale } = context.get(pageContext)
  return { client: getClients(context).settings, locations, locale }
}

/** Last settings this process read, per locale. */
const lastSettings = new Map<Locale, PublicSetting>()

/** Loader of every layout with the account frame. Falls back to the last copy while the database is down. */
export const loadFrame = async ({ context }: LoaderFunctionArgs): Promise<FrameData> => {
  const { client, locations, locale } = getSettingsLoader(context)
  const setting = await client.published().then(
    ({ setting }) => setting,
    (error: unknown) => {
      const cachedFrame = lastSettings.get(locale)
      if (!cachedFrame) throw error
      return cachedFrame
    },
  )
  lastSettings.set(locale, setting)
  return { setting, first: locations.hostSite ?? locations.rootSite, year: new Date().getUTCFullYear() }
}

let cachedFrameData: FrameData | undefined

/** Stores the frame data of the document, so that navigation between account pages needs no request. */
export const storeFrame = (frame: FrameData): void => {
  cachedFrameData = frame
}

/**
 * Client loader that reuses the stored frame data. Each module registers its own member layout, but the frame data is
 * the same in all of them.
 */
export const reuseFrame = async ({ serverLoader }: ClientLoaderFunctionArgs): Promise<FrameData> => {
  cachedFrameData ??= await serverLoader<FrameData>()
  return cachedFrameData
}
