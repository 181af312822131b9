import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { localizePath } from '#content/site/localize-path.ts'
import { useLoggedIn } from '#content/site/use-logged-in.ts'
import { m } from '#messages/messages.js'
import { Button } from '#ui/controls/button.tsx'
import { joinDotted } from '#ui/format/language-attributes.ts'
import type { PublicGood, PublicOption } from '../../goods/contract.ts'
import { applyRate } from '../../money/rules.ts'
import { AddToCartButton } from '../cart/add-to-cart-button.tsx'
import { formatPercent, formatWon } from '../format/format-sums.ts'
import { checkoutPath } from '../layout/shop-paths.ts'
import { OptionChips } from '../parts/option-chips.tsx'
import { Price } from '../parts/price.tsx'
import { Stepper } from '../parts/stepper.tsx'
import styles from './choose-option.module.css'

interface Live {
  options: PublicOption[]
  levelRate: number
  levelTitle: string
}

/** Largest stock that the API states exactly; more is reported as more. */
const exactStockLimit = 10
const most = 99

/**
 * Returns the values of an axis, each with the option it selects: the one that differs from the chosen option only in
 * this value, otherwise the first in stock, otherwise the first.
 */
const valuesOf = (options: readonly PublicOption[], axis: number, chosen: PublicOption | undefined) => {
  const values = [...new Set(options.map((option) => option.values[axis] ?? ''))]
  return values.flatMap((words) => {
    const same = options.filter((option) => option.values[axis] === words)
    const exact = same.find((option) =>
      option.values.every((value, index) => index === axis || value === chosen?.values[index]),
    )
    const option = exact ?? same.find(({ stock }) => stock > 0) ?? same[0]
    return option ? [{ option, words }] : []
  })
}

/** Price, options and quantity with current data; the page itself comes from a cache. */
export function ChooseOption({ product }: { product: PublicGood }) {
  const isMember = useLoggedIn()
  const navigate = useNavigate()
  const [live, setLive] = useState<Live>({ options: product.options, levelRate: 0, levelTitle: '' })
  const [id, setId] = useState(() => product.options.find(({ stock }) => stock > 0)?._id)
  const [quantity, setQuantity] = useState(1)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a logged-in member has other prices
  useEffect(() => {
    let isOpen = true
    import('../cart/cart-requests.ts')
      .then(({ readChoice }) => readChoice(product._id))
      .then((answer) => isOpen && setLive(answer))
      // Keep the cached data: cart and order check again anyway.
      .catch(() => undefined)
    return () => {
      isOpen = false
    }
  }, [product._id, isMember])
  const chosen = live.options.find((option) => option._id === id && option.stock > 0)
  const shown = chosen ?? live.options[0]
  const bound = !chosen ? 1 : chosen.stock > exactStockLimit ? most : chosen.stock
  const count = Math.min(quantity, bound)
  const own = shown ? shown.reduced - applyRate(shown.reduced, live.levelRate) : 0
  const name = joinDotted([product.name, ...(chosen?.values ?? [])])
  return (
    <div className={styles.choose}>
      {shown && <Price sum={shown.reduced} before={shown.price} discount={product.discount} large />}
      {shown && (
        <p className={styles.own}>
          {live.levelRate > 0 && (
            <>
              {m.shop_level_price({ level: live.levelTitle, rate: formatPercent(live.levelRate) })}{' '}
              <b>{formatWon(own)}</b> ·{' '}
            </>
          )}
          {m.shop_earns({ points: applyRate(own, product.pointRate).toLocaleString('ko-KR') })}
        </p>
      )}
      {product.axes.map((axis, index) => (
        <OptionChips
          key={axis}
          label={axis}
          options={valuesOf(live.options, index, chosen)}
          chosen={chosen}
          onChoose={(option) => setId(option._id)}
        />
      ))}
      {chosen ? (
        <>
          <div className={styles.count}>
            <Stepper label={m.shop_quantity_of({ name })} value={count} max={bound} onChange={setQuantity} />
            {chosen.stock <= exactStockLimit && <p>{m.shop_stock({ count: chosen.stock })}</p>}
          </div>
          <div className={styles.actions} data-buy="">
            <AddToCartButton option={chosen._id} quantity={count} words={m.shop_put()} name={name} look="outline" />
            <Button
              className={styles.buy ?? ''}
              onClick={() =>
                void navigate(
                  localizePath(`${checkoutPath}?product=${product._id}&option=${chosen._id}&quantity=${count}`),
                )
              }
            >
              {m.shop_buy({ sum: formatWon(chosen.reduced * count) })}
            </Button>
          </div>
        </>
      ) : (
        <p className={styles.out}>{m.shop_sold_out()}</p>
      )}
    </div>
  )
}
