import { Link } from 'react-router'
import { localizePath } from '#content/site/localize-path.ts'
import { m } from '#messages/messages.js'
import { TextLink } from '#ui/controls/text-link.tsx'
import chips from '../parts/list/filter-chips.module.css'
import { ProductGrid, type ProductView } from '../parts/list/product-card.tsx'
import section from './home-section.module.css'
import styles from './products-section.module.css'

interface ProductsSectionProps {
  products: readonly ProductView[]
  counts: Record<'all' | 'award' | 'rookie', number>
}

/** Newest products of both programmes, with links to all. */
export function ProductsSection({ products, counts }: ProductsSectionProps) {
  if (products.length === 0) return null
  const ways = [
    { to: '/match/products', words: m.match_products_all({ count: counts.all }) },
    { to: '/match/products?certificate=award', words: m.match_products_award({ count: counts.award }) },
    { to: '/match/products?certificate=rookie', words: m.match_products_rookie({ count: counts.rookie }) },
  ]
  return (
    <section className={`${section.section} ${styles.products}`} aria-labelledby="products">
      <div className={section.head}>
        <h2 id="products" className={section.title}>
          {m.match_products_title()}
        </h2>
        <ul className={chips.chips}>
          {ways.map(({ to, words }) => (
            <li key={to}>
              <Link className={chips.chip} to={localizePath(to)}>
                {words}
              </Link>
            </li>
          ))}
        </ul>
      </div>
      <div className={styles.grid}>
        <ProductGrid products={products} />
      </div>
      <p className={styles.more}>
        <TextLink to={localizePath('/match/products')}>{m.match_products_every()}</TextLink>
      </p>
    </section>
  )
}
