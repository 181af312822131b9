import { useCallback, useEffect, useState } from 'react'
import { m } from '#messages/messages.js'
import type { PublicGoodLine } from '../../goods/contract.ts'
import shelf from '../catalogue/catalogue-page.module.css'
import { GoodCard } from '../catalogue/good-card.tsx'
import { LoadFailed } from '../parts/load-failed.tsx'
import page from '../parts/page.module.css'
import styles from './recently-viewed.module.css'
import { clearViewed, readViewedProducts } from './viewed-store.ts'

const maxShown = 4

/** Recently viewed products of this device with current data. If they fail to load, the rest of the page stays. */
export function RecentlyViewed() {
  const [products, setProducts] = useState<PublicGoodLine[]>([])
  const [isFailed, setFailed] = useState(false)
  const read = useCallback(() => {
    setFailed(false)
    import('./load-products.ts')
      .then(({ readProducts }) => readProducts(readViewedProducts().slice(0, maxShown)))
      .then(setProducts)
      .catch(() => setFailed(true))
  }, [])
  useEffect(read, [read])
  if (isFailed) return <LoadFailed reason={m.shop_seen_failed()} onAgain={read} />
  if (products.length === 0) return null
  return (
    <section className={styles.seen} aria-labelledby="seen">
      <header>
        <h2 id="seen">{m.shop_seen()}</h2>
        <p>
          {m.shop_seen_kept()}{' '}
          <button
            type="button"
            className={page.link}
            onClick={() => {
              clearViewed()
              setProducts([])
            }}
          >
            {m.shop_seen_clear()}
          </button>
        </p>
      </header>
      <ul className={`${shelf.cards} ${styles.cards}`}>
        {products.map((product) => (
          <li key={product._id}>
            <GoodCard product={product} first={false} />
          </li>
        ))}
      </ul>
    </section>
  )
}
