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
import type { ExchangeSlip } from '../../exchanges/contract.ts'
import type { Order } from '../../orders/contract.ts'
import type { ReturnReason } from '../../returns/contract.ts'
import { ownHead } from '../head-of.ts'
import { AccountFields, accountFault, noAccount } from '../parts/account-fields.tsx'
import fields from '../parts/form.module.css'
import page from '../parts/page.module.css'
import { Pictures, type SentPicture } from '../parts/pictures.tsx'
import { Slip } from '../parts/slip.tsx'
import { Stepper } from '../parts/stepper.tsx'
import { orderPath, place } from '../place.ts'
import { won } from '../sums.ts'
import { dayWords } from '../when.ts'
import type { Choices } from './exchange-calls.ts'
import { ExchangeReason } from './exchange-reason.tsx'
import styles from './return.module.css'
import { useOrder } from './use-order.ts'

export const meta: MetaFunction = () => ownHead(m.shop_exchange())

/** Exchanging things: what, for which option, why, and what it costs. */
export default function ExchangePage() {
  const { order: name = '' } = useParams()
  const { order, error } = useOrder(name)
  const [choices, setChoices] = useState<Choices>()
  const [fault, setFault] = useState('')
  useEffect(() => {
    if (!order?.may.return) return
    import('./exchange-calls.ts')
      .then(({ choicesOf }) => choicesOf(order))
      .then(setChoices)
      .catch((failed: unknown) => setFault(failed instanceof Error ? failed.message : String(failed)))
  }, [order])
  if (order?.may.return && choices) return <ExchangeForm order={order} choices={choices} name={name} />
  const isLoading = !error && !fault && (order === undefined || order?.may.return)
  return (
    <div className={page.page}>
      <h1 className={page.title}>{m.shop_exchange()}</h1>
      {isLoading ? (
        <p role="status">{m.shop_loading()}</p>
      ) : (
        <Notice
          title={error || fault || (order ? m.shop_exchange_none() : m.shop_return_whose())}
          act={<TextLink to={place(orderPath(name))}>{m.shop_order_title()}</TextLink>}
        />
      )}
    </div>
  )
}

interface FormProps {
  order: Order
  choices: Choices
  name: string
}

function ExchangeForm({ order, choices, name }: FormProps) {
  const navigate = useNavigate()
  const [chosen, setChosen] = useState('')
  const [quantity, setQuantity] = useState(1)
  const [option, setOption] = useState('')
  const [reason, setReason] = useState<ReturnReason>()
  const [text, setText] = useState('')
  const [pictures, setPictures] = useState<SentPicture[]>([])
  const [account, setAccount] = useState(noAccount)
  const [slip, setSlip] = useState<ExchangeSlip>()
  const [error, setError] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [key] = useState(newKey)
  const line = order.lines.find(({ _id }) => _id === chosen)
  const most = line ? line.quantity - line.returning : 0
  const options = choices.find((one) => one.line === chosen)?.options ?? []
  const needsAccount = order.payment === 'bank' && slip !== undefined && slip.balance < 0

  useEffect(() => {
    if (!chosen || !option || !reason) return setSlip(undefined)
    let isOpen = true
    import('./exchange-calls.ts')
      .then(({ previewExchange }) => previewExchange(order, { line: chosen, quantity, option, reason }))
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
  }, [chosen, quantity, option, reason, order])

  const send = async (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!chosen || !option || !reason) return setError(m.shop_exchange_choose())
    if (reason === 'fault' && !text.trim()) return setError(m.shop_return_text_needed())
    const fault = needsAccount ? accountFault(account) : ''
    if (fault) return setError(fault)
    setBusy(true)
    setError('')
    try {
      const { askExchange } = await import('./exchange-calls.ts')
      await askExchange(order, {
        line: chosen,
        quantity,
        option,
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
          { title: m.shop_exchange() },
        ]}
      />
      <div className={page.beside}>
        <div>
          <h1 className={page.title}>{m.shop_exchange_title()}</h1>
          {order.returnUntil && (
            <p className={page.lead}>{m.shop_exchange_until({ day: dayWords(order.returnUntil) })}</p>
          )}
          {order.faultUntil && (
            <p className={fields.quiet}>{m.shop_exchange_fault_until({ day: dayWords(order.faultUntil) })}</p>
          )}
          <section className={styles.part} aria-labelledby="exchange-lines">
            <h2 id="exchange-lines">{m.shop_exchange_what()}</h2>
            <div role="radiogroup" aria-labelledby="exchange-lines">
              {order.lines.map((one) => (
                <label key={one._id} className={styles.line}>
                  <input
                    type="radio"
                    name="line"
                    checked={chosen === one._id}
                    disabled={one.quantity <= one.returning}
                    onChange={() => {
                      setChosen(one._id)
                      setQuantity(1)
                      setOption('')
                    }}
                  />
                  <span className={styles.picture}>
                    {one.picture && <Picture picture={one.picture} sizes="72px" alt="" />}
                  </span>
                  <span>
                    {one.name}
                    <small className={fields.quiet}> {dotted(one.values)}</small>
                  </span>
                  <span className={styles.sum}>{won(one.reduced)}</span>
                </label>
              ))}
            </div>
            {line && most > 1 && (
              <Stepper
                label={m.shop_quantity_of({ name: line.name })}
                value={quantity}
                most={most}
                onChange={(next) => setQuantity(Math.max(next, 1))}
              />
            )}
          </section>
          {line && (
            <section className={styles.part} aria-labelledby="exchange-option">
              <h2 id="exchange-option">{m.shop_exchange_for()}</h2>
              <div className={fields.fields} role="radiogroup" aria-labelledby="exchange-option">
                {options.map((one) => (
                  <label key={one._id} className={fields.tile}>
                    <input
                      type="radio"
                      name="option"
                      checked={option === one._id}
                      disabled={one.stock < quantity}
                      onChange={() => setOption(one._id)}
                    />
                    <span>
                      {one.values.join(' · ') || line.name}
                      <small>
                        {dotted([
                          one._id === line.option ? m.shop_exchange_same() : '',
                          one.difference === 0
                            ? ''
                            : `${one.difference > 0 ? '+' : '−'}${won(Math.abs(one.difference))}`,
                          one.stock < quantity ? m.shop_sold_out_short() : '',
                        ])}
                      </small>
                    </span>
                  </label>
                ))}
              </div>
            </section>
          )}
          <ExchangeReason reason={reason} onReason={setReason} text={text} onText={setText}>
            {reason === 'fault' && order.ticket === null && (
              <Pictures pictures={pictures} most={6} onChange={setPictures} />
            )}
          </ExchangeReason>
          {needsAccount && (
            <section className={styles.part} aria-labelledby="exchange-account">
              <h2 id="exchange-account">{m.shop_refund_account()}</h2>
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
              name={
                slip.balance > 0
                  ? m.shop_exchange_due()
                  : slip.balance < 0
                    ? m.shop_exchange_back()
                    : m.shop_exchange_even()
              }
              total={Math.abs(slip.balance)}
              rows={[
                { name: m.shop_exchange_difference(), sum: slip.difference },
                { name: m.shop_exchange_fee(), sum: slip.fee },
              ]}
              notes={[]}
            >
              <p>
                {slip.balance > 0
                  ? m.shop_exchange_due_text()
                  : slip.balance < 0
                    ? m.shop_exchange_back_text()
                    : m.shop_exchange_kept()}
              </p>
              <Button type="submit" busy={isBusy}>
                {m.shop_exchange_send()}
              </Button>
            </Slip>
          ) : (
            <p className={page.notice}>{m.shop_exchange_choose()}</p>
          )}
        </div>
      </div>
    </form>
  )
}
