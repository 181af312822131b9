import { useState } from 'react'
import { Link } from 'react-router'
import { localizePath } from '#content/site/localize-path.ts'
import { formatWeekday } from '#content/site/site-shell/format-dates.ts'
import { groupDigits } from '#kit/text/format-values.ts'
import { m } from '#messages/messages.js'
import { errorMessage } from '#session/error-message.ts'
import { Icon } from '#ui/controls/icon.tsx'
import { joinDotted } from '#ui/format/language-attributes.ts'
import type { Cart, CartLine } from '../../carts/contract.ts'
import type { PublicOption } from '../../goods/contract.ts'
import { formatWon } from '../format/format-sums.ts'
import { productPath } from '../layout/shop-paths.ts'
import { OptionChips } from '../parts/option-chips.tsx'
import page from '../parts/page.module.css'
import { Price } from '../parts/price.tsx'
import { Stepper } from '../parts/stepper.tsx'
import { Thumbnail } from '../parts/thumbnail.tsx'
import styles from './cart-line.module.css'

interface LineProps {
  line: CartLine
  isBusy: boolean
  change: (work: () => Promise<Cart | null>) => Promise<boolean>
  onTake: (line: CartLine) => void
}

const maxQuantity = 99

/** Why a line cannot be ordered, or what changed since it was added, with a button to accept it. */
function LineNotice({ line, isBusy, change }: Pick<LineProps, 'line' | 'isBusy' | 'change'>) {
  if (line.fault === 'sold_out')
    return (
      <p className={styles.error}>
        {line.restockOn ? m.shop_restock_on({ day: formatWeekday(line.restockOn) }) : m.shop_cart_sold_out()}
      </p>
    )
  if (line.fault === 'gone') return <p className={styles.error}>{m.shop_cart_gone()}</p>
  const hasPrice = line.seen !== line.reduced
  if (!hasPrice && line.fault === null) return null
  return (
    <div className={styles.changed}>
      {line.fault === 'fewer' && <p className={styles.error}>{m.shop_cart_fewer({ count: line.stock })}</p>}
      {hasPrice && (
        <p>
          {line.reduced > line.seen ? m.shop_cart_dearer() : m.shop_cart_cheaper()} <s>{groupDigits(line.seen)}</s> →{' '}
          <b>{formatWon(line.reduced)}</b>
        </p>
      )}
      <button
        type="button"
        className={page.link}
        disabled={isBusy}
        onClick={() => void change(async () => (await import('./cart-requests.ts')).acceptLines([line]))}
      >
        {line.fault === 'fewer' ? m.shop_cart_accept_fewer({ count: line.stock }) : m.shop_cart_accept_price()}
      </button>
    </div>
  )
}

/** Inline choice of another option of the product. */
function Swap({ line, change, onDone }: Pick<LineProps, 'line' | 'change'> & { onDone: () => void }) {
  const [options, setOptions] = useState<PublicOption[]>()
  const [error, setError] = useState('')
  const [isRequested, setRequested] = useState(false)
  if (!isRequested) {
    setRequested(true)
    import('./cart-requests.ts')
      .then(({ readChoice }) => readChoice(line.product))
      .then((answer) => setOptions(answer.options))
      .catch((failed: unknown) => setError(errorMessage(failed)))
  }
  if (error) return <p className={styles.error}>{error}</p>
  if (!options) return <p role="status">{m.shop_loading()}</p>
  return (
    <OptionChips
      label={m.shop_options_of({ name: line.name })}
      hideLabel
      options={options.map((option) => ({ option, words: joinDotted(option.values) || line.name }))}
      chosen={options.find(({ _id }) => _id === line.option)}
      onChoose={(option) =>
        void change(async () => (await import('./cart-requests.ts')).swapLine(line.option, option._id)).then(onDone)
      }
    />
  )
}

/** Cart line. */
export function CartLineItem({ line, isBusy, change, onTake }: LineProps) {
  const [isSwapping, setSwapping] = useState(false)
  const isUnavailable = line.fault === 'sold_out' || line.fault === 'gone'
  return (
    <li className={styles.line} data-out={isUnavailable || undefined}>
      <input
        type="checkbox"
        className={styles.check}
        aria-label={m.shop_cart_choose({ name: line.name })}
        checked={line.chosen && !isUnavailable}
        disabled={isUnavailable || isBusy}
        onChange={({ target }) =>
          void change(async () => (await import('./cart-requests.ts')).putLine(line.option, { chosen: target.checked }))
        }
      />
      <Thumbnail picture={line.picture} sizes="112px" className={styles.thumb} />
      <div className={styles.what}>
        <p className={styles.maker}>{line.maker}</p>
        <h2>
          <Link to={localizePath(productPath(line.product))}>{line.name}</Link>
        </h2>
        <p className={styles.values}>
          {joinDotted(line.values)}
          {line.values.length > 0 && line.fault !== 'gone' && (
            <button
              type="button"
              className={page.link}
              aria-expanded={isSwapping}
              aria-label={m.shop_cart_swap_of({ name: line.name })}
              onClick={() => setSwapping(!isSwapping)}
            >
              {m.shop_cart_swap()}
            </button>
          )}
          <button
            type="button"
            className={page.link}
            aria-label={m.shop_cart_take_of({ name: line.name })}
            onClick={() => onTake(line)}
          >
            <Icon name="close" small />
            {m.shop_cart_take()}
          </button>
        </p>
        <LineNotice line={line} isBusy={isBusy} change={change} />
        {isSwapping && <Swap line={line} change={change} onDone={() => setSwapping(false)} />}
      </div>
      <div className={styles.count}>
        {!isUnavailable && (
          <Stepper
            label={m.shop_quantity_of({ name: line.name })}
            value={line.quantity}
            max={Math.min(Math.max(line.stock, 1), maxQuantity)}
            disabled={isBusy}
            onChange={(quantity) =>
              void change(async () => (await import('./cart-requests.ts')).putLine(line.option, { quantity }))
            }
          />
        )}
      </div>
      <p className={styles.sum}>
        {isUnavailable ? (
          <span className={styles.maker}>{m.shop_cart_left_out()}</span>
        ) : (
          <Price sum={line.reduced * line.quantity} before={line.price * line.quantity} />
        )}
      </p>
    </li>
  )
}
