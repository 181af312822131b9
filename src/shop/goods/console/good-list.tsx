import { deleteAction, joinNames, visibilityActions } from '#console/kit/list/actions/common-actions.ts'
import { forEachRecord, type ListAction } from '#console/kit/list/actions/list-actions.ts'
import { languagesColumn, nameColumn, updatedColumn, visibleColumn } from '#console/kit/list/columns/common-columns.tsx'
import { ListScreen } from '#console/kit/list/list-screen.tsx'
import { publicationState, TimedStateMark, timedWords } from '#console/kit/parts/time/publication-period.tsx'
import { periodState } from '#kit/time/period-state.ts'
import { m } from '#messages/messages.js'
import { createBranches, useCategories } from '#shop/categories/console/resource.tsx'
import type { GoodLine } from '../contract-good.ts'
import { changePrice } from '../rules.ts'
import { promptNumber } from './prompt-number.tsx'
import { formatPercent, formatWon, type GoodShape, resource, salePeriod } from './resource.tsx'

const nameOf = ({ name }: GoodLine) => name.ko

const isReduced = ({ discount, discountFrom, discountTo }: GoodLine) =>
  discount > 0 && periodState(discountFrom, discountTo, new Date()) === 'running'

/** Changes each product at the version that the list shows; the change can be undone. */
const changeEach = async (
  records: GoodLine[],
  change: (record: GoodLine) => Partial<GoodShape>,
  before: (record: GoodLine) => Partial<GoodShape>,
) => {
  const changed = new Map<GoodLine, string>()
  const { done, failed } = await forEachRecord(records, async (record) => {
    const { updatedAt } = await resource.update(record._id, change(record), record.updatedAt)
    changed.set(record, updatedAt)
  })
  const undo = async () => {
    await forEachRecord([...changed.keys()], (record) =>
      resource.update(record._id, before(record), changed.get(record) ?? record.updatedAt),
    )
  }
  return { done: done.length, failed, undo }
}

const noChange = { done: 0, failed: [] }

/** Bulk actions for prices and discounts. */
const listPriceActions = (): ListAction<GoodLine>[] => [
  {
    key: 'price',
    label: m.goods_act_price(),
    icon: 'order',
    run: async (records) => {
      const percent = await promptNumber({
        title: m.goods_act_price(),
        text: `${joinNames(records, nameOf)}. ${m.goods_act_price_text()}`,
        name: m.goods_act_price_name(),
        unit: '%',
        min: -90,
        max: 200,
        label: m.goods_act_price(),
      })
      if (percent === null) return noChange
      return changeEach(
        records,
        ({ price }) => ({ price: changePrice(price, percent) }),
        ({ price }) => ({ price }),
      )
    },
    doneText: (count) => m.goods_said_price({ count }),
  },
  {
    key: 'discount',
    label: m.goods_act_discount(),
    icon: 'tag',
    run: async (records) => {
      const percent = await promptNumber({
        title: m.goods_act_discount(),
        text: `${joinNames(records, nameOf)}. ${m.goods_act_discount_text()}`,
        name: m.goods_discount(),
        unit: '%',
        min: 0,
        max: 90,
        label: m.goods_act_discount(),
      })
      if (percent === null) return noChange
      return changeEach(
        records,
        () => ({ discount: percent * 100 }),
        ({ discount }) => ({ discount }),
      )
    },
    doneText: (count) => m.goods_said_discount({ count }),
  },
]

export default function GoodList() {
  const categories = createBranches(useCategories().data ?? []).map(({ _id, words }) => ({ value: _id, label: words }))
  const categoryName = new Map(categories.map(({ value, label }) => [value, label]))
  const move: ListAction<GoodLine> = {
    key: 'category',
    label: m.goods_act_category(),
    icon: 'move',
    choices: categories,
    run: (records, category) =>
      changeEach(
        records,
        () => ({ category }),
        (record) => ({ category: record.category }),
      ),
    doneText: (count) => m.goods_said_category({ count }),
  }
  return (
    <ListScreen
      resource={resource}
      title={m.goods_title()}
      name={nameOf}
      to={({ _id }) => `/console/shop/products/${_id}`}
      picture={({ picture }) => picture}
      columns={[
        {
          key: 'state',
          title: m.list_column_state(),
          width: 100,
          value: (record) => timedWords[publicationState(salePeriod(record), new Date())](),
          cell: (record) => <TimedStateMark of={salePeriod(record)} />,
        },
        nameColumn(nameOf),
        { key: 'maker', title: m.goods_maker(), width: 112, drop: 3, value: ({ maker }) => maker.ko ?? null },
        {
          key: 'category',
          title: m.goods_category(),
          width: 144,
          drop: 2,
          value: ({ category }) => (category ? (categoryName.get(category) ?? null) : null),
        },
        {
          key: 'price',
          title: m.goods_price(),
          width: 112,
          align: 'right',
          sort: 'price',
          value: ({ price }) => price,
          cell: ({ price }) => formatWon(price),
        },
        {
          key: 'discount',
          title: m.goods_discount(),
          width: 80,
          align: 'right',
          drop: 1,
          value: (record) => (isReduced(record) ? formatPercent(record.discount) : null),
        },
        { key: 'stock', title: m.goods_stock(), width: 80, align: 'right', value: ({ stock }) => stock },
        languagesColumn(({ name }: GoodLine) => name),
        visibleColumn(nameOf, (visible) => ({ visible })),
        updatedColumn(),
      ]}
      filters={[
        {
          name: 'visible',
          title: m.list_column_visible(),
          options: [
            { value: 'true', label: m.goods_shown(), mark: 'published' },
            { value: 'false', label: m.list_state_hidden(), mark: 'hidden' },
          ],
        },
        { name: 'category', title: m.goods_category(), options: categories },
        { name: 'low', title: m.goods_low(), options: [{ value: 'true', label: m.goods_low() }] },
      ]}
      actions={[
        ...visibilityActions(resource, (visible) => ({ visible })),
        ...(categories.length > 0 ? [move] : []),
        ...listPriceActions(),
        ...deleteAction(resource, nameOf),
      ]}
      search={m.goods_search()}
      create={{ label: m.goods_create(), to: '/console/shop/products/create' }}
      empty={{ title: m.goods_empty_title(), text: m.goods_empty_text() }}
    />
  )
}
