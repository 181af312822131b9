import { useState } from 'react'
import { m } from '#messages/messages.js'
import parts from '#people/account/parts.module.css'
import { clientOf } from '#session/session.ts'
import { Button } from '#ui/button.tsx'
import { type Matching, matchings } from '../contract.ts'
import styles from './matchings.module.css'
import { wayWords } from './words.ts'
import { spanText } from './zones.ts'

const client = clientOf(matchings)

interface Props {
  matching: Matching
  act: (call: () => Promise<{ matching: Matching }>) => Promise<boolean>
}

/** The offered times: each has its own button, and one press confirms it. */
export function ConfirmTimes({ matching, act }: Props) {
  const [busy, setBusy] = useState<string>()
  const { timeZone } = matching.buyer
  const until = matching.heldUntil ?? matching.updatedAt
  const confirm = async (slot: string) => {
    setBusy(slot)
    await act(() => client.confirm({ params: { id: matching._id }, body: { slot } }))
    setBusy(undefined)
  }
  return (
    <section className={parts.part}>
      <h2 className={parts.section}>{m.matchings_offers()}</h2>
      <p className={parts.meta}>
        {m.matchings_until({ time: spanText({ startAt: until, endAt: until }, timeZone).split('–')[0] ?? '' })}
      </p>
      <ul className={styles.offers}>
        {matching.picks.map((pick) => (
          <li key={pick.slot}>
            <Button look="outline" busy={busy === pick.slot} onClick={() => void confirm(pick.slot)}>
              {m.matchings_confirm({ time: spanText(pick, timeZone), way: wayWords[pick.way]() })}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
