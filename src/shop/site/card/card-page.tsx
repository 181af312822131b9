import { useEffect, useRef, useState } from 'react'
import { type LoaderFunctionArgs, type MetaFunction, useLoaderData, useParams } from 'react-router'
import { localizePath } from '#content/site/localize-path.ts'
import { formatTime } from '#content/site/site-shell/format-dates.ts'
import type { PageHandle } from '#kit/web/rendering/page-handle.ts'
import { m } from '#messages/messages.js'
import { errorMessage } from '#session/error-message.ts'
import type { Order } from '#shop/orders/contract-records.ts'
import { Button, ButtonLink } from '#ui/controls/button.tsx'
import { formatWon } from '../format/format-sums.ts'
import { createPrivatePageMeta } from '../layout/page-head.ts'
import { cardPath, orderPath } from '../layout/shop-paths.ts'
import { shopContext } from '../loader-context.ts'
import { useOrder } from '../order/use-order.ts'
import { LoadFailed } from '../parts/load-failed.tsx'
import page from '../parts/page.module.css'
import { createTotalsNotes, createTotalsRows } from '../parts/total-rows.ts'
import { Totals } from '../parts/totals.tsx'
import styles from './card-page.module.css'
import { PaymentFailed } from './payment-failed.tsx'
import { parseWindowResult, type WindowResult } from './provider-window.ts'

// Never cached: this document has its own Content-Security-Policy for the provider, so links to and from it load full
// documents.
export const handle: PageHandle = { cached: false }

export const meta: MetaFunction = () => createPrivatePageMeta(m.shop_card_title())

export const loader = async ({ context }: LoaderFunctionArgs) => {
  const { api, locale } = shopContext(context)
  const [{ window }, { conditions }] = await Promise.all([api.payments.cardWindow(), api.conditions.published()])
  if (window) shopContext(context).admittedSources = window
  return { takesCards: window !== null, takesTransfers: conditions.takesTransfers, locale }
}

/** Loads a new document, so that the next page has its own policy. */
const leaveFor = (path: string) => window.location.replace(path)

type Activity = 'opening' | 'checking' | 'changing' | null

/** Card payment page, which opens the provider's window. */
export default function CardPage() {
  const { takesCards, takesTransfers } = useLoaderData<typeof loader>()
  const { order: name = '' } = useParams()
  const { order, error: failure, set, reload } = useOrder(name)
  const [activity, setActivity] = useState<Activity>(null)
  const [announcement, setAnnouncement] = useState('')
  /** Ended attempt that the provider has not confirmed yet. */
  const [unsure, setUnsure] = useState<WindowResult>()
  const begun = useRef(false)
  const to = localizePath(orderPath(name))

  const end = async (of: Order, ended: WindowResult) => {
    setActivity('checking')
    setAnnouncement('')
    try {
      const { endAttempt } = await import('./payment-requests.ts')
      const found = await endAttempt(of, ended)
      setUnsure(undefined)
      // A reload must not report the same end again.
      window.history.replaceState(window.history.state, '', window.location.pathname)
      if (found.state !== 'ordered') return leaveFor(to)
      set(found)
      // Neither paid nor failed: the provider has not decided yet.
      if (found.cardFault === null) setUnsure(ended)
    } catch (failed) {
      setUnsure(ended)
      setAnnouncement(errorMessage(failed))
    }
    setActivity(null)
  }

  const open = async (of: Order) => {
    setActivity('opening')
    setAnnouncement('')
    try {
      const [{ openAttempt }, { openWindow }] = await Promise.all([
        import('./payment-requests.ts'),
        import('./provider-window.ts'),
      ])
      const attempt = await openAttempt(of)
      const ended = await openWindow(attempt, `${window.location.origin}${localizePath(cardPath(name))}`).catch(() => {
        throw new Error(m.shop_card_script())
      })
      if (ended) return await end(of, ended)
    } catch (failed) {
      setAnnouncement(errorMessage(failed))
    }
    setActivity(null)
  }

  const change = async (of: Order, depositor: string) => {
    setActivity('changing')
    setAnnouncement('')
    try {
      const { payByTransfer } = await import('./payment-requests.ts')
      await payByTransfer(of, depositor)
      return leaveFor(to)
    } catch (failed) {
      setAnnouncement(errorMessage(failed))
    }
    setActivity(null)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the order is there
  useEffect(() => {
    if (!order || begun.current) return
    begun.current = true
    if (order.state !== 'ordered') return leaveFor(to)
    const ended = parseWindowResult(new URLSearchParams(window.location.search))
    if (ended) void end(order, ended)
    else if (takesCards && order.payment === 'card' && order.cardFault === null) void open(order)
  }, [order])

  if (!order)
    return (
      <div className={page.page}>
        <h1 className={page.title}>{m.shop_card_title()}</h1>
        {failure && <LoadFailed reason={failure} onAgain={reload} />}
        {order === undefined && !failure && <p role="status">{m.shop_loading()}</p>}
        {order === null && (
          <div className={page.actions}>
            <ButtonLink look="outline" to={to} reloadDocument>
              {m.shop_find_order()}
            </ButtonLink>
          </div>
        )}
      </div>
    )
  const hasFailed = order.cardFault !== null && activity === null && !unsure
  const isOffered = takesCards && order.payment === 'card' && order.may.payOtherwise
  return (
    <div className={page.page}>
      {hasFailed && <p className={styles.failed}>▲ {m.shop_card_not_paid()}</p>}
      <h1 className={page.title}>
        {hasFailed ? m.shop_card_failed() : m.shop_order_pay_card({ sum: formatWon(order.slip.total) })}
      </h1>
      <div className={page.beside}>
        <div>
          <p role="status" className={page.lead}>
            {activity === 'opening' && m.shop_card_opening()}
            {activity === 'checking' && m.shop_card_checking()}
            {activity === null && unsure && m.shop_card_unsure()}
            {activity === null &&
              !unsure &&
              !hasFailed &&
              isOffered &&
              m.shop_card_wait({ time: formatTime(order.payUntil) })}
            {activity === null && !isOffered && m.shop_card_over()}
          </p>
          {announcement && (
            <p role="alert" className={page.error}>
              {announcement}
            </p>
          )}
          {hasFailed && isOffered && (
            <PaymentFailed
              order={order}
              takesTransfers={takesTransfers}
              isBusy={activity !== null}
              onAgain={() => void open(order)}
              onTransfer={(depositor) => void change(order, depositor)}
            />
          )}
          <div className={page.actions}>
            {unsure && (
              <Button busy={activity !== null} onClick={() => void end(order, unsure)}>
                {m.shop_card_check_again()}
              </Button>
            )}
            {!unsure && !hasFailed && isOffered && (
              <Button busy={activity !== null} onClick={() => void open(order)}>
                {m.shop_card_open()}
              </Button>
            )}
            <ButtonLink look="outline" to={to} reloadDocument>
              {m.shop_card_done()}
            </ButtonLink>
          </div>
        </div>
        <div className={page.aside}>
          <Totals
            name={m.shop_slip_total()}
            total={order.slip.total}
            rows={createTotalsRows(order.slip, {
              level: order.levelTitle || undefined,
              coupon: order.couponTitle || undefined,
            })}
            notes={createTotalsNotes(order.slip)}
          />
        </div>
      </div>
    </div>
  )
}
