import { useEffect, useState } from 'react'
import { type MetaFunction, useParams } from 'react-router'
import { m } from '#messages/messages.js'
import { errorMessage } from '#session/error-message.ts'
import type { Order } from '#shop/orders/contract-records.ts'
import { Button } from '#ui/controls/button.tsx'
import { joinDotted } from '#ui/format/language-attributes.ts'
import type { ExchangeTotals } from '../../exchanges/contract.ts'
import type { ReturnReason } from '../../returns/rules.ts'
import { formatWon } from '../format/format-sums.ts'
import { createPrivatePageMeta } from '../layout/page-head.ts'
import { useOrder } from '../order/use-order.ts'
import fields from '../parts/form.module.css'
import page from '../parts/page.module.css'
import { Stepper } from '../parts/stepper.tsx'
import { Thumbnail } from '../parts/thumbnail.tsx'
import { Totals } from '../parts/totals.tsx'
import { AccountPart, ClaimFrame, ClaimUnavailable, ReasonPart } from './claim-form.tsx'
import type { Choices, ExchangeRequest, ExchangeWanted } from './exchange-requests.ts'
import styles from './return-page.module.css'
import { useClaim } from './use-claim.ts'

export const meta: MetaFunction = () => createPrivatePageMeta(m.shop_exchange())

const preview = async (order: Order, wanted: ExchangeWanted) =>
  (await import('./exchange-requests.ts')).previewExchange(order, wanted)
const send = async (order: Order, asked: ExchangeRequest) =>
  (await import('./exchange-requests.ts')).requestExchange(order, asked)

/** Exchange page: pieces, new option, reason and cost. */
export default function ExchangePage() {
  const { order: name = '' } = useParams()
  const { order, error } = useOrder(name)
  const [choices, setChoices] = useState<Choices>()
  const [fault, setFault] = useState('')
  const may = order?.may.exchange
  useEffect(() => {
    if (!order?.may.exchange) return
    import('./exchange-requests.ts')
      .then(({ readExchangeChoices }) => readExchangeChoices(order))
      .then(setChoices)
      .catch((failed: unknown) => setFault(errorMessage(failed)))
  }, [order])
  if (order && may && choices) return <ExchangeForm order={order} choices={choices} name={name} />
  const none = order === null ? m.shop_return_whose() : order && !may ? m.shop_exchange_none() : ''
  return <ClaimUnavailable title={m.shop_exchange()} name={name} why={error || fault || none} />
}

interface FormProps {
  order: Order
  choices: Choices
  name: string
}

/** Returns name and explanation of the total of an exchange. */
const slipWords = ({ balance }: ExchangeTotals, isPickup: boolean): [name: string, text: string] => {
  if (balance > 0)
    return [m.shop_exchange_due(), isPickup ? m.shop_exchange_due_text_pickup() : m.shop_exchange_due_text()]
  if (balance < 0)
    return [m.shop_exchange_back(), isPickup ? m.shop_exchange_back_text_pickup() : m.shop_exchange_back_text()]
  return [m.shop_exchange_even(), m.shop_exchange_kept()]
}

function ExchangeForm({ order, choices, name }: FormProps) {
  const [chosen, setChosen] = useState<number>()
  const [quantity, setQuantity] = useState(1)
  const [option, setOption] = useState('')
  const [reason, setReason] = useState<ReturnReason>()
  const choice = chosen === undefined ? undefined : choices[chosen]
  const line = order.lines.find(({ _id }) => _id === choice?.line)
  const most = choice?.quantity ?? 0
  const options = choice?.options ?? []
  const isPickup = order.way === 'pickup'
  const claim = useClaim({
    order,
    name,
    wanted: choice && option && reason ? { line: choice.line, piece: choice.piece, quantity, option, reason } : null,
    incomplete: m.shop_exchange_choose(),
    preview,
    send,
  })
  const { slip } = claim
  const [sumName, sumText] = slip ? slipWords(slip, isPickup) : ['', '']
  return (
    <ClaimFrame
      order={order}
      name={name}
      crumb={m.shop_exchange()}
      title={m.shop_exchange_title()}
      until={m.shop_exchange_until}
      faultUntil={m.shop_exchange_fault_until}
      error={claim.error}
      onSubmit={(event) => void claim.send(event)}
      aside={
        slip ? (
          <Totals
            name={sumName}
            total={Math.abs(slip.balance)}
            rows={[
              { name: m.shop_exchange_difference(), sum: slip.difference },
              ...(isPickup ? [] : [{ name: m.shop_exchange_fee(), sum: slip.fee }]),
            ]}
            notes={[]}
          >
            <p>{sumText}</p>
            <Button type="submit" busy={claim.isBusy}>
              {m.shop_exchange_send()}
            </Button>
          </Totals>
        ) : (
          <p className={page.notice}>{m.shop_exchange_choose()}</p>
        )
      }
    >
      {order.pickup && (
        <p className={page.notice}>
          {m.shop_exchange_at_desk({ place: order.pickup.place, hours: `${order.pickup.from}–${order.pickup.to}` })}
        </p>
      )}
      <section className={styles.part} aria-labelledby="exchange-lines">
        <h2 id="exchange-lines">{m.shop_exchange_what()}</h2>
        <div role="radiogroup" aria-labelledby="exchange-lines">
          {choices.map(({ line: id, piece, values }, index) => {
            const one = order.lines.find(({ _id }) => _id === id)
            return (
              one && (
                <label key={`${id} ${piece}`} className={styles.line}>
                  <input
                    type="radio"
                    name="line"
                    checked={chosen === index}
                    onChange={() => {
                      setChosen(index)
                      setQuantity(1)
                      setOption('')
                    }}
                  />
                  <Thumbnail picture={one.picture} sizes="72px" />
                  <span>
                    {one.name}
                    <small className={fields.quiet}> {joinDotted(values)}</small>
                  </span>
                  <span className={styles.sum}>{formatWon(one.reduced)}</span>
                </label>
              )
            )
          })}
        </div>
        {line && most > 1 && (
          <Stepper
            label={m.shop_quantity_of({ name: line.name })}
            value={quantity}
            max={most}
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
                    {joinDotted([
                      one._id === choice?.option ? m.shop_exchange_same() : '',
                      one.difference === 0
                        ? ''
                        : `${one.difference > 0 ? '+' : '−'}${formatWon(Math.abs(one.difference))}`,
                      one.stock < quantity ? m.shop_sold_out_short() : '',
                    ])}
                  </small>
                </span>
              </label>
            ))}
          </div>
        </section>
      )}
      <ReasonPart
        title={m.shop_exchange_reason()}
        order={order}
        reason={reason}
        onReason={setReason}
        text={claim.text}
        onText={claim.setText}
        pictures={claim.pictures}
        onPictures={claim.setPictures}
      />
      {claim.needsAccount && <AccountPart value={claim.account} onChange={claim.setAccount} />}
    </ClaimFrame>
  )
}
