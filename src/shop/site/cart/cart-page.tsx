import { useEffect, useState } from 'react'
import type { MetaFunction } from 'react-router'
import { localizePath } from '#content/site/localize-path.ts'
import { m } from '#messages/messages.js'
import { Button, ButtonLink } from '#ui/controls/button.tsx'
import { Icon } from '#ui/controls/icon.tsx'
import { TextLink } from '#ui/controls/text-link.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import type { CartLine } from '../../carts/contract.ts'
import { formatPercent } from '../format/format-sums.ts'
import { createPrivatePageMeta } from '../layout/page-head.ts'
import { checkoutPath, homePath } from '../layout/shop-paths.ts'
import { LoadFailed } from '../parts/load-failed.tsx'
import page from '../parts/page.module.css'
import { createTotalsNotes, createTotalsRows } from '../parts/total-rows.ts'
import { Totals, TotalsBar } from '../parts/totals.tsx'
import { RecentlyViewed } from '../recently-viewed/recently-viewed.tsx'
import { CartLineItem } from './cart-line.tsx'
import styles from './cart-page.module.css'
import { isLineChanged } from './has-changed.ts'
import { useCart } from './use-cart.ts'

export const meta: MetaFunction = () => createPrivatePageMeta(m.shop_cart())

/** Time in ms during which a removed line can be restored. */
const undoDuration = 8000

/** Cart page: lines with what changed since they were added, and the totals. */
export default function CartPage() {
  const { cart, error, isBusy, change, reload } = useCart()
  const [removedLine, setRemovedLine] = useState<CartLine>()
  useEffect(() => {
    if (!removedLine) return
    const timer = setTimeout(() => setRemovedLine(undefined), undoDuration)
    return () => clearTimeout(timer)
  }, [removedLine])
  const take = (line: CartLine) =>
    void change(async () => (await import('./cart-requests.ts')).removeLine(line.option)).then((isDone) => {
      if (isDone) setRemovedLine(line)
    })
  const putBack = ({ option, quantity, chosen, seen }: CartLine) => {
    setRemovedLine(undefined)
    void change(async () => (await import('./cart-requests.ts')).putLine(option, { quantity, chosen, seen }))
  }
  const lines = cart?.lines ?? []
  const changed = lines.filter(isLineChanged)
  const orderable = lines.filter(({ fault }) => fault === null || fault === 'fewer')
  const chosen = orderable.filter((line) => line.chosen)
  const canOrder = chosen.length > 0 && chosen.every(({ fault }) => fault === null)
  const act = canOrder ? (
    <ButtonLink to={localizePath(checkoutPath)}>{m.shop_order_act()}</ButtonLink>
  ) : (
    <Button disabled>{m.shop_order_act()}</Button>
  )
  return (
    <div className={page.page}>
      <h1 className={page.title}>
        {m.shop_cart()} {lines.length > 0 && <span className={styles.number}>{lines.length}</span>}
      </h1>
      {(cart?.joined ?? 0) > 0 && (
        <p className={page.notice} role="status">
          <Icon name="check" small />
          {m.shop_cart_joined({ count: cart?.joined ?? 0 })}
        </p>
      )}
      {error && <LoadFailed reason={error} onAgain={reload} />}
      {changed.length > 0 && (
        <p className={page.notice} role="status">
          {m.shop_cart_changed({ count: changed.length })}{' '}
          <button
            type="button"
            className={page.link}
            disabled={isBusy}
            onClick={() => void change(async () => (await import('./cart-requests.ts')).acceptLines(changed))}
          >
            {m.shop_cart_accept()}
          </button>
        </p>
      )}
      <p role="status" className={removedLine ? page.notice : undefined}>
        {removedLine && (
          <>
            {m.shop_cart_taken({ name: removedLine.name })}{' '}
            <button type="button" className={page.link} onClick={() => putBack(removedLine)}>
              {m.shop_cart_undo()}
            </button>
          </>
        )}
      </p>
      {cart === undefined && !error && <p role="status">{m.shop_loading()}</p>}
      {cart !== undefined && lines.length === 0 && (
        <div className={styles.empty}>
          <Notice
            title={m.shop_cart_empty()}
            act={<TextLink to={localizePath(homePath)}>{m.shop_all_products()}</TextLink>}
          />
          <RecentlyViewed />
        </div>
      )}
      {cart && lines.length > 0 && (
        <div className={page.beside}>
          <div>
            <div className={styles.all}>
              <label>
                <input
                  type="checkbox"
                  checked={chosen.length === orderable.length && orderable.length > 0}
                  disabled={isBusy || orderable.length === 0}
                  onChange={({ target }) =>
                    void change(async () => {
                      const { putLine, readCart } = await import('./cart-requests.ts')
                      for (const { option } of orderable) await putLine(option, { chosen: target.checked })
                      return readCart()
                    })
                  }
                />
                {m.shop_cart_all({ chosen: chosen.length, count: lines.length })}
              </label>
              <button
                type="button"
                className={page.link}
                disabled={isBusy || chosen.length === 0}
                onClick={() =>
                  void change(async () => {
                    const { readCart, removeLine } = await import('./cart-requests.ts')
                    for (const { option } of chosen) await removeLine(option)
                    return readCart()
                  })
                }
              >
                {m.shop_cart_take_chosen()}
              </button>
            </div>
            <ul>
              {lines.map((line) => (
                <CartLineItem key={line.option} line={line} isBusy={isBusy} change={change} onTake={take} />
              ))}
            </ul>
            <p className={styles.foot}>
              <span>{m.shop_cart_kept()}</span>
              <TextLink to={localizePath(homePath)}>{m.shop_all_products()}</TextLink>
            </p>
          </div>
          <div className={page.aside}>
            <Totals
              name={m.shop_slip_total()}
              total={cart.slip.total}
              rows={createTotalsRows(cart.slip, {
                level: m.shop_slip_level_why({ level: cart.levelTitle, rate: formatPercent(cart.levelRate) }),
              })}
              notes={createTotalsNotes(cart.slip)}
              act={act}
            >
              <p>{m.shop_cart_coupons_later()}</p>
              {!canOrder && <p>{chosen.length === 0 ? m.shop_cart_choose_first() : m.shop_cart_fix_first()}</p>}
            </Totals>
          </div>
        </div>
      )}
      {cart && lines.length > 0 && <TotalsBar name={m.shop_slip_total()} total={cart.slip.total} act={act} />}
    </div>
  )
}
