import type { ClientLoaderFunctionArgs, LoaderFunctionArgs, RouterContextProvider } from 'react-router'
import type { Client } from '#kit/client.ts'
import type { Locale } from '#kit/locale.ts'
import { type Admitted, pageContext } from '#kit/web/context.ts'
import type { certify } from '#people/certify/contract.ts'
import type { PublicSetting, settings } from '#platform/settings/contract.ts'

/** What header and footer of the account pages show. */
export interface FrameData {
  setting: PublicSetting
  /** Which site is the first one of this host. */
  first: string
  /** Year of the copyright line, from the server, so that it is the same in the browser. */
  year: number
}

/** Clients that app.ts gives the loaders; the kit carries them without knowing the modules. */
interface AccountClients {
  certify: Client<typeof certify>
  settings: Client<typeof settings>
}

const clientsOf = (context: Readonly<RouterContextProvider>): AccountClients =>
  context.get(pageContext).api as unknown as AccountClients

/** From where the window of identity verification loads; null where it is not offered. */
export const readIdentityWindow = async (context: Readonly<RouterContextProvider>): Promise<Admitted | null> =>
  (await clientsOf(context).certify.identityWindow()).window

const settingsOf = (context: Readonly<RouterContextProvider>) => {
  const { locations, locale } = context.get(pageContext)
  return { client: clientsOf(context).settings, locations, locale }
}

/** The settings as this process read them last, by language. */
const lastRead = new Map<Locale, PublicSetting>()

/** The loader of each layout with the frame of account pages. While the database is away it has the last copy. */
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

let kept: FrameData | undefined

/** What the document came with is not asked for again: going on among account pages needs no answer of the server. */
export const rememberFrame = (frame: FrameData): void => {
  kept = frame
}

/** Each module brings the layout of its member pages under a name of its own; what the frame shows is the same in all. */
export const keepFrame = async ({ serverLoader }: ClientLoaderFunctionArgs): Promise<FrameData> => {
  kept ??= await serverLoader<FrameData>()
  return kept
}
