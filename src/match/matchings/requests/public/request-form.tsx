import { useCallback, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { participants } from '#match/participants/contract.ts'
import { products } from '#match/products/contract.ts'
import { m } from '#messages/messages.js'
import { LoadState } from '#people/account/forms/load-state.tsx'
import { Notice } from '#people/account/forms/notice.tsx'
import parts from '#people/account/forms/parts.module.css'
import { useLoaded } from '#people/account/forms/use-loaded.ts'
import { currentLocalePath } from '#people/account/layout/account-page-frame.tsx'
import { refusalMessage } from '#session/error-message.ts'
import { clientOf } from '#session/session.ts'
import { Button } from '#ui/controls/button.tsx'
import { matchings } from '../../contract.ts'
import { maxMessageLength } from '../../rules.ts'
import {
  type PendingRequest,
  pendingRequestQuery,
  readStoredMessage,
  sendRequest,
  storeMessage,
} from './pending-request.ts'
import styles from './request-form.module.css'

const client = clientOf(matchings)

/**
 * Request form of a buyer to a seller. A buyer without free times draws them first; that page then sends the request.
 */
export function RequestForm({ pendingRequest }: { pendingRequest: PendingRequest }) {
  const { fair, seller, product } = pendingRequest
  const navigate = useNavigate()
  const load = useCallback(async () => {
    const [company, shown, schedule] = await Promise.all([
      clientOf(participants).seller({ params: { id: fair, seller } }),
      product ? clientOf(products).oneInFair({ params: { id: fair, product } }) : null,
      client.schedule({ params: { fair } }),
    ])
    return { company: company.seller, product: shown?.product ?? null, schedule }
  }, [fair, seller, product])
  const { value, error, reload } = useLoaded(load)
  const [message, setMessage] = useState(() => readStoredMessage(pendingRequest))
  const [busy, setBusy] = useState(false)
  const [errorText, setErrorText] = useState<string>()

  if (error && !value)
    return (
      <section className={parts.part}>
        <LoadState error={error} reload={reload} />
      </section>
    )
  if (!value) return <p role="status">{m.me_loading()}</p>
  const freeCount = value.schedule.slots.filter(({ way }) => way !== null).length

  const send = async () => {
    if (freeCount === 0)
      return navigate(currentLocalePath(`/me/schedule/${fair}?${pendingRequestQuery(pendingRequest)}`))
    setBusy(true)
    setErrorText(undefined)
    try {
      const matching = await sendRequest(pendingRequest, client.request)
      await navigate(currentLocalePath(`/me/matchings/${matching._id}`))
    } catch (refused) {
      setErrorText(refusalMessage(refused))
      setBusy(false)
    }
  }

  return (
    <section className={parts.part}>
      <h2 className={parts.section}>{m.matchings_ask_of({ company: value.company.name })}</h2>
      <p className={parts.meta}>
        {value.schedule.fair.title}
        {value.product && ` · ${value.product.name}`}
      </p>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        <label>
          <span className={parts.label}>{m.matchings_message()}</span>
          <textarea
            className={styles.message}
            name="message"
            maxLength={maxMessageLength}
            value={message}
            onChange={(event) => {
              setMessage(event.target.value)
              storeMessage(pendingRequest, event.target.value)
            }}
          />
        </label>
        <p className={parts.meta}>
          {freeCount === 0 ? m.matchings_ask_no_times() : m.matchings_times_count({ count: freeCount })}{' '}
          {freeCount > 0 && (
            <Link
              className={parts.link}
              to={currentLocalePath(`/me/schedule/${fair}?${pendingRequestQuery(pendingRequest)}`)}
            >
              {m.matchings_ask_change_times()}
            </Link>
          )}
        </p>
        <div role="alert">{errorText && <Notice wrong>{errorText}</Notice>}</div>
        <div className={parts.acts}>
          <Button type="submit" busy={busy}>
            {freeCount === 0 ? m.matchings_ask_draw() : m.matchings_ask_send()}
          </Button>
        </div>
      </form>
    </section>
  )
}
