import { useCallback, useState } from 'react'
import { m } from '#messages/messages.js'
import { LoadState } from '#people/account/forms/load-state.tsx'
import { Notice } from '#people/account/forms/notice.tsx'
import parts from '#people/account/forms/parts.module.css'
import { useLoaded } from '#people/account/forms/use-loaded.ts'
import { refusalMessage } from '#session/error-message.ts'
import { clientOf } from '#session/session.ts'
import { Button } from '#ui/controls/button.tsx'
import { matchings } from '../../contract.ts'
import styles from '../../my-matchings/public/my-matching.module.css'

const client = clientOf(matchings)
const load = async () => (await client.calendar()).calendar

/** Shows the address of the member's calendar feed, and renews or closes it. A new address revokes the previous one. */
export function CalendarFeed() {
  const { value, error, set, reload } = useLoaded(load)
  const [busy, setBusy] = useState<'renew' | 'close'>()
  const [errorText, setErrorText] = useState<string>()
  const [status, setStatus] = useState('')
  const change = useCallback(
    async (act: 'renew' | 'close') => {
      setBusy(act)
      setErrorText(undefined)
      setStatus('')
      try {
        if (act === 'renew') set((await client.renewCalendar()).calendar)
        else {
          await client.closeCalendar()
          set({ address: null })
        }
        setStatus(act === 'renew' ? m.matchings_feed_made() : m.matchings_feed_closed())
      } catch (refused) {
        setErrorText(refusalMessage(refused))
      } finally {
        setBusy(undefined)
      }
    },
    [set],
  )
  return (
    <section className={parts.part}>
      <h2 className={parts.section}>{m.matchings_feed_title()}</h2>
      <p className={parts.meta}>{m.matchings_feed_help()}</p>
      {error && <LoadState error={error} reload={reload} />}
      {value?.address && (
        <label>
          <span className={parts.label}>{m.matchings_feed_address()}</span>
          <input
            className={styles.address}
            readOnly
            value={new URL(value.address, window.location.origin).href}
            onFocus={(event) => event.target.select()}
          />
        </label>
      )}
      <div role="alert">{errorText && <Notice wrong>{errorText}</Notice>}</div>
      {value && (
        <div className={parts.acts}>
          <Button
            look="outline"
            busy={busy === 'renew'}
            disabled={busy === 'close'}
            onClick={() => void change('renew')}
          >
            {value.address ? m.matchings_feed_renew() : m.matchings_feed_make()}
          </Button>
          {value.address && (
            <Button
              look="outline"
              busy={busy === 'close'}
              disabled={busy === 'renew'}
              onClick={() => void change('close')}
            >
              {m.matchings_feed_close()}
            </Button>
          )}
          <span className={parts.said} role="status">
            {status}
          </span>
        </div>
      )}
      {value?.address && <p className={parts.meta}>{m.matchings_feed_renew_help()}</p>}
    </section>
  )
}
