import type { CartLine } from '../../carts/contract.ts'
import type { TotalsItem } from '../../money/rules.ts'

/** Ordered item: input of the totals plus what the page displays. */
export interface Item extends TotalsItem {
  option: string
  name: string
  picture: CartLine['picture']
}

/** Returns the selected cart lines that can be ordered as they are. */
export const selectItems = (lines: readonly CartLine[]): Item[] =>
  lines.flatMap(({ chosen, fault, ...line }) =>
    chosen && fault === null
      ? [
          {
            option: line.option,
            name: line.name,
            picture: line.picture,
            price: line.price,
            discount: line.discount,
            quantity: line.quantity,
            delivery: line.delivery,
            deliveryFee: line.deliveryFee,
            pointRate: line.pointRate,
            product: line.product,
          },
        ]
      : [],
  )
