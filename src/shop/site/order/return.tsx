import { type SyntheticEvent, useEffect, useState } from 'react'
import { type MetaFunction, useNavigate, useParams } from 'react-router'
import { Crumbs } from '#content/site/hall/crumbs.tsx'
import { newKey } from '#kit/client.ts'
import { m } from '#messages/messages.js'
import { Button } from '#ui/button.tsx'
import { dotted } from '#ui/language.ts'
import { Notice } from '#ui/notice.tsx'
import { Picture } from '#ui/picture.tsx'
import { TextLink } from '#ui/text-link.tsx'
import type { RefundSlip } from '../../money/contract.ts'
import type { Order } from '../../orders/contract.ts'
import { type ReturnReason, returnReasons } from '../../returns/rules.ts'
import { ownHead } from '../head-of.ts'
import { AccountFields, accountFault, noAccount } from '../parts/account-fields.tsx'
import fields from '../parts/form.module.css'
import page from '../parts/page.module.css'
import { Pictures, type SentPicture } from '../parts/pictures.tsx'
import { Slip } from '../parts/slip.tsx'
import { refundNotes, refundRows } from '../parts/slip-rows.ts'
import { Stepper } from '../parts/stepper.tsx'
import { orderPath, place } from '../place.ts'
import { won } from '../sums.ts'
import { dayWords } from '../when.ts'
import { reasonWords } from './reason-words.ts'
import styles from './return.module.css'
import { useOrder } from './use-order.ts'

export const meta: MetaFunction = () => ownHead(m.shop_return())

/** Sending things back: what, why, and the slip turned round. */
export default function ReturnPage() {
  const { order: name = '' } = useParams()
  const { order, error } = useOrder(name)
  const to = place(orderPath(name))
  if (!order?.may.return)
    return (
      <div className={page.page}>
        <h1 className={page.title}>{m.shop_return()}</h1>
        {order === undefined && !error ? (
          <p role="status">{m.shop_loading()}</p>
        ) : (
          <Notice
            title={error || (order ? m.shop_return_none() : m.shop_return_whose())}
            act={<TextLink to={to}>{m.shop_order_title()}</TextLink>}
          />
        )}
      </div>
    )
  return <ReturnForm order={order} name={name} />
}

function ReturnForm({ order, name }: { order: Order; name: string }) {
  const navigate = useNavigate()
  const [counts, setCounts] = useState<Record<string, number>>({})
  const [reason, setReason] = useState<ReturnReason>()
  const [text, setText] = useState('')
  const [pictures, setPictures] = useState<SentPicture[]>([])
  const [account, setAccount] = useState(noAccount)
  const [slip, setSlip] = useState<RefundSlip>()
  const [error, setError] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [key] = useState(newKey)
  const needsAccount = order.payment === 'bank'
  const lines = Object.entries(counts).flatMap(([line, quantity]) => (quantity > 0 ? [{ line, quantity }] : []))
  const asked = JSON.stringify({ lines, reason })
  useEffect(() => {
    const { lines, reason } = JSON.parse(asked) as {
      lines: { line: string; quantity: number }[]
      reason?: ReturnReason
    }
    if (lines.length === 0 || !reason) return setSlip(undefined)
    let isOpen = true
    import('./calls.ts')
      .then(({ previewReturn }) => previewReturn(order, { lines, reason }))
      .then((found) => {
        if (!isOpen) return
        setSlip(found)
        setError('')
      })
      .catch((failed: unknown) => {
        if (!isOpen) return
        setSlip(undefined)
        setError(failed instanceof Error ? failed.message : String(failed))
      })
    return () => {
      isOpen = false
    }
  }, [asked, order])
  const send = async (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (lines.length === 0 || !reason) return setError(m.shop_return_choose())
    if (reason === 'fault' && !text.trim()) return setError(m.shop_return_text_needed())
    const fault = needsAccount ? accountFault(account) : ''
    if (fault) return setError(fault)
    setBusy(true)
    setError('')
    try {
      const { askReturn } = await import('./calls.ts')
      await askReturn(order, {
        lines,
        reason,
        text,
        pictures: pictures.map(({ id }) => id),
        account: needsAccount ? account : null,
        key,
      })
      void navigate(place(orderPath(name)))
    } catch (failed) {
      setError(failed instanceof Error ? failed.message : String(failed))
      setBusy(false)
    }
  }
  return (
    <form className={styles.page} noValidate onSubmit={(event) => void send(event)}>
      <Crumbs
        crumbs={[
          { title: m.shop_title(), to: '/shop' },
          { title: order.number, to: orderPath(name) },
          { title: m.shop_return() },
        ]}
      />
      <div className={page.beside}>
        <div>
          <h1 className={page.title}>{m.shop_return_title()}</h1>
          {order.returnUntil && (
            <p className={page.lead}>{m.shop_return_until({ day: dayWords(order.returnUntil) })}</p>
          )}
          {order.faultUntil && (
            <p className={fields.quiet}>{m.shop_return_fault_until({ day: dayWords(order.faultUntil) })}</p>
          )}
          <section className={styles.part} aria-labelledby="return-lines">
            <h2 id="return-lines">{m.shop_products()}</h2>
            <ul>
              {order.lines.map((line) => {
                const most = line.quantity - line.returning
                const count = counts[line._id] ?? 0
                return (
                  <li key={line._id} className={styles.line}>
                    <input
                      type="checkbox"
                      aria-label={m.shop_return_line({ name: line.name })}
                      checked={count > 0}
                      disabled={most <= 0}
                      onChange={({ target }) => setCounts({ ...counts, [line._id]: target.checked ? most : 0 })}
                    />
                    <div className={styles.picture}>
                      {line.picture && <Picture picture={line.picture} sizes="72px" alt="" />}
                    </div>
                    <div>
                      <h3>{line.name}</h3>
                      <p className={fields.quiet}>{dotted([...line.values, m.shop_return_of({ count, of: most })])}</p>
                      {count > 0 && most > 1 && (
                        <Stepper
                          label={m.shop_quantity_of({ name: line.name })}
                          value={count}
                          most={most}
                          onChange={(quantity) => setCounts({ ...counts, [line._id]: quantity })}
                        />
                      )}
                    </div>
                    <p className={styles.sum}>{won(line.reduced * (count || 1))}</p>
                  </li>
                )
              })}
            </ul>
          </section>
          <section className={styles.part} aria-labelledby="return-reason">
            <h2 id="return-reason">{m.shop_return_reason()}</h2>
            <div className={fields.fields} role="radiogroup" aria-labelledby="return-reason">
              {returnReasons.map((one) => (
                <label key={one} className={fields.tile}>
                  <input type="radio" name="reason" checked={reason === one} onChange={() => setReason(one)} />
                  <span>
                    {reasonWords[one][0]()}
                    <small>{reasonWords[one][1]()}</small>
                  </span>
                </label>
              ))}
            </div>
            {reason && (
              <div className={styles.more}>
                <label className={fields.area}>
                  {reason === 'fault' ? m.shop_return_fault_text() : m.shop_return_text()}
                  <textarea rows={4} maxLength={2000} value={text} onChange={({ target }) => setText(target.value)} />
                </label>
                {reason === 'fault' && order.ticket === null && (
                  <Pictures pictures={pictures} most={6} onChange={setPictures} />
                )}
              </div>
            )}
          </section>
          {needsAccount && (
            <section className={styles.part} aria-labelledby="return-account">
              <h2 id="return-account">{m.shop_refund_account()}</h2>
              <AccountFields value={account} onChange={setAccount} />
            </section>
          )}
        </div>
        <div className={page.aside}>
          {error && (
            <p role="alert" className={page.wrong}>
              {error}
            </p>
          )}
          {slip ? (
            <Slip
              name={m.shop_refund_total()}
              total={slip.total}
              rows={refundRows(slip)}
              notes={order.ticket === null ? refundNotes(slip) : []}
            >
              <p>{m.shop_refund_way()}</p>
              <Button type="submit" busy={isBusy}>
                {m.shop_return_send({ sum: won(slip.total) })}
              </Button>
            </Slip>
          ) : (
            <p className={page.notice}>{m.shop_return_choose()}</p>
          )}
        </div>
      </div>
    </form>
  )
}
