import { data, type LoaderFunctionArgs } from 'react-router'
import { m } from '#messages/messages.js'
import { LoadState } from '#people/account/forms/load-state.tsx'
import parts from '#people/account/forms/parts.module.css'
import { useLoaded } from '#people/account/forms/use-loaded.ts'
import { loadFrame } from '#people/account/layout/frame-data.ts'
import { settings } from '#platform/settings/contract.ts'
import { clientOf } from '#session/session.ts'
import { pickupsParts } from './pickups-parts.ts'

const client = clientOf(settings)
const load = async () => (await client.published()).setting.modules

/** 404 while no site with pickups is enabled. */
export const loader = async (args: LoaderFunctionArgs) => {
  const { setting } = await loadFrame(args)
  if (!pickupsParts.some(({ site }) => setting.modules[site])) throw data(null, { status: 404 })
  return null
}
/** Client navigation needs no check: the menu links here only if the page exists. */
export const clientLoader = () => null

/** The member's pickups of every enabled site. */
export default function MyPickups() {
  const { value: sites, error, reload } = useLoaded(load)
  return (
    <>
      <h1 className={parts.title}>{m.pickups_title()}</h1>
      {!sites && <LoadState error={error} reload={reload} />}
      {pickupsParts.map(({ site, Part }) => sites?.[site] && <Part key={site} />)}
    </>
  )
}
