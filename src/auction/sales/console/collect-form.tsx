import { m } from '#messages/messages.js'
import { clientOf } from '#session/session.ts'
import { HandOverButton } from '#trade/pickups/console/hand-over-field.tsx'
import { sales } from '../contract.ts'

const client = clientOf(sales)

/** Pickup desk: hands over a won work to the person who shows its code. */
export function CollectForm({ done }: { done: () => void }) {
  const send = async (code: string) => {
    const { sale } = await client.collect({ body: { code } })
    done()
    return m.sales_said_collected({ number: sale.number })
  }
  return <HandOverButton label={m.sales_collect()} send={send} access="console:auction" />
}
