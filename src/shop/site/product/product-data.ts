import { languageTag } from '#kit/locale.ts'
import type { PublicGood } from '../../goods/contract.ts'
import { place, productPath } from '../place.ts'

/** The product as schema.org has it: Product with an Offer for each option, and the mean of its reviews. */
export const productData = (product: PublicGood, origin: string): object => {
  const url = origin + place(productPath(product._id))
  return {
    '@type': 'Product',
    name: product.name,
    inLanguage: languageTag[product.lang],
    ...(product.summary && { description: product.summary }),
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
  }
}
