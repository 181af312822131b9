import { data, type LoaderFunctionArgs } from 'react-router'
import { m } from '#messages/messages.js'
import { Notice } from '#people/account/forms/notice.tsx'
import parts from '#people/account/forms/parts.module.css'
import { useLoaded } from '#people/account/forms/use-loaded.ts'
import { loadFrame } from '#people/account/layout/frame-data.ts'
import { settings } from '#platform/settings/contract.ts'
import { clientOf } from '#session/session.ts'
import { Button } from '#ui/controls/button.tsx'
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
      {error && !sites && (
        <>
          <Notice wrong>{error}</Notice>
          <Button look="outline" onClick={reload}>
            {m.account_retry()}
          </Button>
        </>
      )}
      {!sites && !error && <p role="status">{m.me_loading()}</p>}
      {pickupsParts.map(({ site, Part }) => sites?.[site] && <Part key={site} />)}
    </>
  )
}
