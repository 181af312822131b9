import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import type { Scheduled } from '#console/kit/parts/time/publication-period.tsx'
import { consoleResource } from '#console/kit/parts/values/console-resource.ts'
import { m } from '#messages/messages.js'
import { clientOf } from '#session/session.ts'
import { goods, type stockReasons } from '../contract.ts'
import type { Good, GoodInput, GoodLine } from '../contract-good.ts'
import { blankChoice } from '../rules.ts'

export const client = clientOf(goods)
export const resource = consoleResource(goods)

export type GoodShape = z.output<typeof GoodInput>

/** Returns the period of sale in the shape of the console kit. */
export const salePeriod = ({
  visible,
  showFrom,
  showTo,
}: Pick<GoodLine, 'visible' | 'showFrom' | 'showTo'>): Scheduled => ({
  visible,
  startAt: showFrom,
  endAt: showTo,
})

/** Formats won with thousands separators. */
export const formatWon = (amount: number): string => amount.toLocaleString('ko-KR')

export const formatPercent = (rate: number): string => `${rate / 100}%`

export type StockReason = (typeof stockReasons)[number]

export const stockMoveLabels: Record<StockReason | 'order' | 'cancel' | 'return' | 'exchange', () => string> = {
  in: m.goods_move_in,
  out: m.goods_move_out,
  broken: m.goods_move_broken,
  order: m.goods_move_order,
  cancel: m.goods_move_cancel,
  return: m.goods_move_return,
  exchange: m.goods_move_exchange,
}

export const stockKey = (id: string) => [resource.path, 'stock', id] as const
export const movesKey = (id: string) => [resource.path, 'moves', id] as const

/** Loads a product with its current stock, which changes independently of the form. */
export const useStock = (id: string | undefined) =>
  useQuery({
    queryKey: stockKey(id ?? ''),
    queryFn: ({ signal }) => client.get({ params: { id: id ?? '' } }, { signal }).then(({ product }) => product),
    enabled: id !== undefined,
  })

export const toInput = ({ _id, createdAt, updatedAt, sold, pictures, options, ...fields }: Good): GoodShape => ({
  ...fields,
  pictures: pictures.map((picture) => picture._id),
  options: options.map(({ stock, ...option }) => option),
})

export const blank: GoodShape = {
  name: { ko: '' },
  maker: {},
  summary: {},
  story: {},
  facts: [],
  award: {},
  category: null,
  pictures: [],
  price: 10_000,
  discount: 0,
  discountFrom: null,
  discountTo: null,
  pointRate: null,
  delivery: 'rule',
  deliveryFee: 0,
  showFrom: null,
  showTo: null,
  visible: false,
  axes: [],
  options: [blankChoice()],
}
