import { Link } from 'react-router'
import { foreignLang } from '#ui/format/language-attributes.ts'
import { Picture, type PictureSource } from '#ui/media/picture.tsx'
import { ProgrammeBadge } from '../company/programme-badge.tsx'
import styles from './product-card.module.css'

/** View model of a product card, in the page language (`product-view.ts`). */
export interface ProductView {
  _id: string
  to: string
  name: string
  lang: 'ko' | 'en' | 'cn'
  seller: string
  category: string
  certificate: 'award' | 'rookie'
  year: number
  picture: PictureSource | null
}

/** Heading level of product names; the page's last heading above must be one level higher. */
type Rank = 'h2' | 'h3'

interface ProductCardProps {
  product: ProductView
  sizes: string
  rank: Rank
}

/** Card with picture, programme, category, name and company. */
export function ProductCard({ product, sizes, rank: Name }: ProductCardProps) {
  const { to, name, lang, seller, category, certificate, year, picture } = product
  return (
    <article className={styles.card}>
      <div className={styles.picture}>
        {picture ? <Picture picture={picture} sizes={sizes} alt="" /> : <span className={styles.none} />}
      </div>
      <p className={styles.line}>
        <ProgrammeBadge programme={certificate} year={year} />
        <span>{category}</span>
      </p>
      <Name className={styles.name} lang={foreignLang(lang)}>
        <Link to={to}>{name}</Link>
      </Name>
      <p className={styles.seller}>{seller}</p>
    </article>
  )
}

/** Grid of cards in two, three or four columns. */
export function ProductGrid({ products, rank = 'h3' }: { products: readonly ProductView[]; rank?: Rank }) {
  return (
    <ul className={styles.grid}>
      {products.map((product) => (
        <li key={product._id}>
          <ProductCard
            product={product}
            rank={rank}
            sizes="(min-width: 1200px) 302px, (min-width: 768px) calc(33vw - 40px), calc(50vw - 28px)"
          />
        </li>
      ))}
    </ul>
  )
}
