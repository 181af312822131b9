import { useState } from 'react'
import { Link, type MetaFunction, useParams } from 'react-router'
import { localizePath } from '#content/site/localize-path.ts'
import { m } from '#messages/messages.js'
import type { Order } from '#shop/orders/contract-records.ts'
import { Button } from '#ui/controls/button.tsx'
import { Icon } from '#ui/controls/icon.tsx'
import { joinDotted } from '#ui/format/language-attributes.ts'
import type { ReturnReason } from '../../returns/rules.ts'
import { formatWon } from '../format/format-sums.ts'
import { createPrivatePageMeta } from '../layout/page-head.ts'
import { exchangePath } from '../layout/shop-paths.ts'
import type { ReturnRequest, ReturnWanted } from '../order/order-requests.ts'
import { useOrder } from '../order/use-order.ts'
import fields from '../parts/form.module.css'
import page from '../parts/page.module.css'
import { Stepper } from '../parts/stepper.tsx'
import { Thumbnail } from '../parts/thumbnail.tsx'
import { createRefundNotes, createRefundRows } from '../parts/total-rows.ts'
import { Totals } from '../parts/totals.tsx'
import { AccountPart, ClaimFrame, ClaimUnavailable, ReasonPart } from './claim-form.tsx'
import styles from './return-page.module.css'
import { useClaim } from './use-claim.ts'

export const meta: MetaFunction = () => createPrivatePageMeta(m.shop_return())

const preview = async (order: Order, wanted: ReturnWanted) =>
  (await import('../order/order-requests.ts')).previewReturn(order, wanted)
const send = async (order: Order, asked: ReturnRequest) =>
  (await import('../order/order-requests.ts')).requestReturn(order, asked)

/** Return page: pieces, reason and refund totals. */
export default function ReturnPage() {
  const { order: name = '' } = useParams()
  const { order, error } = useOrder(name)
  if (order?.may.return) return <ReturnForm order={order} name={name} />
  const none = order === null ? m.shop_return_whose() : order ? m.shop_return_none() : ''
  return <ClaimUnavailable title={m.shop_return()} name={name} why={error || none} />
}

function ReturnForm({ order, name }: { order: Order; name: string }) {
  const [counts, setCounts] = useState<Record<string, number>>({})
  const [reason, setReason] = useState<ReturnReason>()
  const lines = Object.entries(counts).flatMap(([line, quantity]) => (quantity > 0 ? [{ line, quantity }] : []))
  const claim = useClaim({
    order,
    name,
    wanted: lines.length > 0 && reason ? { lines, reason } : null,
    incomplete: m.shop_return_choose(),
    preview,
    send,
  })
  const { slip } = claim
  return (
    <ClaimFrame
      order={order}
      name={name}
      crumb={m.shop_return()}
      title={m.shop_return_title()}
      until={m.shop_return_until}
      faultUntil={m.shop_return_fault_until}
      error={claim.error}
      onSubmit={(event) => void claim.send(event)}
      aside={
        slip ? (
          <Totals
            name={m.shop_refund_total()}
            total={slip.total}
            rows={createRefundRows(slip)}
            notes={order.ticket === null ? createRefundNotes(slip) : []}
          >
            <p>{m.shop_refund_way()}</p>
            <Button type="submit" busy={claim.isBusy}>
              {m.shop_return_send({ sum: formatWon(slip.total) })}
            </Button>
          </Totals>
        ) : (
          <p className={page.notice}>{m.shop_return_choose()}</p>
        )
      }
    >
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
                <Thumbnail picture={line.picture} sizes="72px" />
                <div>
                  <h3>{line.name}</h3>
                  <p className={fields.quiet}>{joinDotted([...line.values, m.shop_return_of({ count, of: most })])}</p>
                  {count > 0 && most > 1 && (
                    <Stepper
                      label={m.shop_quantity_of({ name: line.name })}
                      value={count}
                      max={most}
                      onChange={(quantity) => setCounts({ ...counts, [line._id]: quantity })}
                    />
                  )}
                </div>
                <p className={styles.sum}>{formatWon(line.reduced * (count || 1))}</p>
              </li>
            )
          })}
        </ul>
      </section>
      <ReasonPart
        title={m.shop_return_reason()}
        order={order}
        reason={reason}
        onReason={setReason}
        text={claim.text}
        onText={claim.setText}
        pictures={claim.pictures}
        onPictures={claim.setPictures}
      >
        {order.may.exchange && (
          <Link className={fields.tile} to={localizePath(exchangePath(name))}>
            <span>
              {m.shop_return_exchange()}
              <small>{m.shop_return_exchange_text()}</small>
            </span>
            <Icon name="arrow-right" small />
          </Link>
        )}
      </ReasonPart>
      {claim.needsAccount && <AccountPart value={claim.account} onChange={claim.setAccount} />}
    </ClaimFrame>
  )
}
