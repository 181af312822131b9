import { localizePath } from '#content/site/localize-path.ts'
import { toSingleLine } from '#content/site/site-shell/page-head.ts'
import { languageTag } from '#kit/locale.ts'
import { m } from '#messages/messages.js'
import { joinDotted } from '#ui/format/language-attributes.ts'
import type { PublicGood } from '../../goods/contract.ts'
import type { PublicReview } from '../../reviews/contract.ts'
import { productPath } from '../layout/shop-paths.ts'

/** Returns the meta description: product, maker, category and summary. */
export const createProductDescription = (product: PublicGood): string => {
  const category = product.categories.at(-1)?.name
  return toSingleLine(
    m.shop_product_description({
      name: joinDotted([product.maker, product.name].filter(Boolean)),
      shown: category ? `${category} · ${m.shop_name()}` : m.shop_name(),
      text: joinDotted([
        ...[product.summary || product.story].filter(Boolean),
        ...product.facts.map(({ label, text }) => `${label}: ${text}`),
      ]),
    }),
  )
}

/** Returns structured data (schema.org): Product with an Offer per option, the average rating and the reviews shown. */
export const createProductData = (product: PublicGood, reviews: readonly PublicReview[], origin: string): object => {
  const url = origin + localizePath(productPath(product._id))
  return {
    '@type': 'Product',
    name: product.name,
    inLanguage: languageTag[product.lang],
    description: createProductDescription(product),
    ...(product.maker && { brand: { '@type': 'Brand', name: product.maker } }),
    offers: product.options.map((option) => ({
      '@type': 'Offer',
      url,
      sku: option._id,
      ...(option.values.length > 0 && { name: option.values.join(' ') }),
      price: option.reduced,
      priceCurrency: 'KRW',
      availability: `https://schema.org/${option.stock > 0 ? 'InStock' : 'OutOfStock'}`,
    })),
    ...(product.rating !== null && {
      aggregateRating: { '@type': 'AggregateRating', ratingValue: product.rating, reviewCount: product.reviews },
    }),
    ...(reviews.length > 0 && {
      review: reviews.map(({ rating, text, name, at }) => ({
        '@type': 'Review',
        author: { '@type': 'Person', name },
        datePublished: at,
        reviewBody: text,
        reviewRating: { '@type': 'Rating', ratingValue: rating },
      })),
    }),
  }
}
