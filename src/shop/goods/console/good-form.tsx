import { PercentField } from '#console/kit/form/fields/number-unit-field.tsx'
import type { FieldGroup } from '#console/kit/form/form-declaration.ts'
import { FormScreen } from '#console/kit/form/form-screen.tsx'
import { TimedStateMark } from '#console/kit/parts/time/publication-period.tsx'
import { m } from '#messages/messages.js'
import { CategoryField } from '#shop/categories/console/category-field.tsx'
import { WonField } from '#shop/money/console/won-field.tsx'
import { deliveryRules } from '#shop/money/rules.ts'
import { GoodInput } from '../contract-good.ts'
import { AxesField } from './axes-field.tsx'
import { FactsField } from './facts-field.tsx'
import { GoodAside } from './good-aside.tsx'
import { OptionsField } from './options-field.tsx'
import { PicturesField } from './pictures-field.tsx'
import { blank, type GoodShape, resource, salePeriod, toInput } from './resource.tsx'

const deliveryLabels: Record<(typeof deliveryRules)[number], () => string> = {
  rule: m.goods_delivery_rule,
  free: m.goods_delivery_free,
  own: m.goods_delivery_own,
}

const groups = ({ delivery }: GoodShape): readonly FieldGroup<GoodShape>[] => [
  {
    title: m.goods_group_texts(),
    fields: [
      { kind: 'localized', name: 'name', label: m.goods_name(), max: 120 },
      { kind: 'localized', name: 'maker', label: m.goods_maker(), max: 80 },
      { kind: 'localized', name: 'summary', label: m.goods_summary(), max: 200, lines: 2 },
      {
        kind: 'custom',
        name: 'category',
        label: m.goods_category(),
        render: () => <CategoryField name="category" label={m.goods_category()} none={m.goods_category_none()} />,
      },
      { kind: 'localized', name: 'award', label: m.goods_award(), help: m.goods_award_help(), max: 60 },
    ],
  },
  {
    title: m.goods_pictures(),
    fields: [
      {
        kind: 'custom',
        name: 'pictures',
        label: m.goods_pictures(),
        help: m.goods_pictures_help(),
        wide: true,
        render: () => <PicturesField />,
      },
    ],
  },
  {
    title: m.goods_group_price(),
    fields: [
      {
        kind: 'custom',
        name: 'price',
        label: m.goods_price(),
        render: () => <WonField name="price" label={m.goods_price()} />,
      },
      {
        kind: 'custom',
        name: 'discount',
        label: m.goods_discount(),
        render: () => <PercentField name="discount" label={m.goods_discount()} />,
      },
      { kind: 'period', name: 'discountFrom', to: 'discountTo', label: m.goods_discount_period() },
      {
        kind: 'custom',
        name: 'pointRate',
        label: m.goods_points(),
        help: m.goods_points_help(),
        render: () => <PercentField name="pointRate" label={m.goods_points()} nullable none={m.goods_points_none()} />,
      },
    ],
  },
  {
    title: m.goods_group_options(),
    fields: [
      {
        kind: 'custom',
        name: 'axes',
        label: m.goods_axes(),
        help: m.goods_axes_help(),
        wide: true,
        render: () => <AxesField />,
      },
      { kind: 'custom', name: 'options', label: m.goods_options(), wide: true, render: () => <OptionsField /> },
    ],
  },
  {
    title: m.goods_group_delivery(),
    fields: [
      {
        kind: 'choice',
        name: 'delivery',
        label: m.goods_delivery(),
        options: deliveryRules.map((value) => ({ value, label: deliveryLabels[value]() })),
      },
      ...(delivery === 'own'
        ? [
            {
              kind: 'custom' as const,
              name: 'deliveryFee' as const,
              label: m.goods_delivery_fee(),
              render: () => <WonField name="deliveryFee" label={m.goods_delivery_fee()} />,
            },
          ]
        : []),
    ],
  },
  {
    title: m.goods_group_sale(),
    fields: [
      { kind: 'switch', name: 'visible', label: m.list_column_visible(), switchLabel: m.goods_visible_words() },
      { kind: 'period', name: 'showFrom', to: 'showTo', label: m.goods_show_period() },
    ],
  },
  {
    title: m.goods_group_story(),
    fields: [
      { kind: 'localized', name: 'story', label: m.goods_story(), max: 10_000, lines: 6 },
      { kind: 'custom', name: 'facts', label: m.goods_facts(), wide: true, render: () => <FactsField /> },
    ],
  },
]

export default function GoodForm() {
  return (
    <FormScreen
      resource={resource}
      schema={GoodInput}
      blank={blank}
      toInput={toInput}
      name={({ name }) => name.ko}
      newTitle={m.goods_create()}
      back={{ to: '/console/shop/products', label: m.goods_title() }}
      state={(record) => <TimedStateMark of={salePeriod(record)} />}
      aside={(values, record) => <GoodAside values={values} record={record} />}
      asideWidth={328}
      hasSearch
      groups={groups}
    />
  )
}
