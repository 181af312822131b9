import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { localizePath } from '#content/site/localize-path.ts'
import { formatWeekday } from '#content/site/site-shell/format-dates.ts'
import { m } from '#messages/messages.js'
import { pressedKey } from '#ui/browser/keyboard.ts'
import { useHydrated } from '#ui/browser/use-hydrated.ts'
import { Icon } from '#ui/controls/icon.tsx'
import { foreignLang, joinDotted } from '#ui/format/language-attributes.ts'
import { Picture } from '#ui/media/picture.tsx'
import { VisuallyHidden } from '#ui/text/visually-hidden.tsx'
import type { PublicGoodLine } from '../../goods/contract.ts'
import { AddToCartButton } from '../cart/add-to-cart-button.tsx'
import { formatWon } from '../format/format-sums.ts'
import { productPath } from '../layout/shop-paths.ts'
import { OptionChips } from '../parts/option-chips.tsx'
import { Price } from '../parts/price.tsx'
import styles from './good-card.module.css'

/** Product card of a list: a link, and a button that opens its options in place. */
export function GoodCard({ product, first }: { product: PublicGoodLine; first: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const [chosen, setChosen] = useState(() => product.options.find(({ stock }) => stock > 0))
  const awake = useHydrated()
  const opener = useRef<HTMLButtonElement>(null)
  const options = useRef<HTMLDivElement>(null)
  const wasOpen = useRef(false)
  // Opener and options replace each other, so move the focus along.
  useEffect(() => {
    if (isOpen) options.current?.querySelector<HTMLElement>('input:checked, button')?.focus()
    else if (wasOpen.current) opener.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  const wordsOf = (values: readonly string[]) => joinDotted(values) || product.name
  return (
    <article
      className={styles.card}
      onKeyDown={(event) => {
        if (pressedKey(event) === 'Escape') setOpen(false)
      }}
    >
      <div className={styles.picture}>
        {product.picture && (
          <Picture
            picture={product.picture}
            sizes="(min-width: 1200px) 328px, (min-width: 768px) 30vw, 45vw"
            alt=""
            isFirst={first}
          />
        )}
        {product.soldOut && (
          <p className={styles.plate}>
            {product.restockOn ? m.shop_restock_on({ day: formatWeekday(product.restockOn) }) : m.shop_sold_out()}
          </p>
        )}
      </div>
      <p className={styles.over}>
        <span lang={foreignLang(product.lang)}>{product.maker}</span>
        {product.rating !== null && (
          <span className={styles.rating}>
            <Icon name="star" small />
            <span aria-hidden="true">
              {product.rating.toFixed(1)} ({product.reviews})
            </span>
            <VisuallyHidden>
              {m.shop_rating({ rating: product.rating.toFixed(1), count: product.reviews })}
            </VisuallyHidden>
          </span>
        )}
      </p>
      <h2 className={styles.name} lang={foreignLang(product.lang)}>
        <Link to={localizePath(productPath(product._id))}>{product.name}</Link>
      </h2>
      <p className={styles.summary} lang={foreignLang(product.lang)}>
        {product.summary}
      </p>
      {!isOpen && (
        <div className={styles.foot}>
          <Price sum={product.reduced} before={product.price} discount={product.discount} />
          {!product.soldOut && (
            <button
              ref={opener}
              type="button"
              className={styles.open}
              data-awake={awake}
              aria-label={m.shop_choose({ name: product.name })}
              aria-expanded={false}
              onClick={() => setOpen(true)}
            >
              <Icon name="plus" />
            </button>
          )}
        </div>
      )}
      {isOpen && (
        <div ref={options} className={styles.options}>
          {product.options.length > 1 && (
            <OptionChips
              label={m.shop_options_of({ name: product.name })}
              hideLabel
              options={product.options.map((option) => ({ option, words: wordsOf(option.values) }))}
              chosen={chosen}
              onChoose={setChosen}
            />
          )}
          <AddToCartButton
            option={chosen?._id ?? null}
            quantity={1}
            words={m.shop_put_price({ sum: formatWon(chosen?.reduced ?? product.reduced) })}
            name={joinDotted([product.name, ...(chosen?.values ?? [])])}
          />
        </div>
      )}
    </article>
  )
}
