import { Anchor, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useForm } from '#console/kit/form/form-context.ts'
import { Thumbnail } from '#console/kit/parts/media/thumbnail.tsx'
import { shortInstant } from '#console/kit/parts/time/seoul-time.ts'
import { FailureNotice } from '#console/kit/screen/screen-notice.tsx'
import { m } from '#messages/messages.js'
import { reducedPrice } from '#shop/money/rules.ts'
import type { Good } from '../contract-good.ts'
import styles from './good-aside.module.css'
import { client, formatPercent, formatWon, type GoodShape, movesKey, stockMoveLabels, useStock } from './resource.tsx'

/** Number of recent stock moves shown. */
const shownMoves = 20

/** Aside of the form: preview of the product, pieces sold, and stock moves. */
export function GoodAside({ values, record }: { values: GoodShape; record: Good | undefined }) {
  const { knownFiles } = useForm()
  const [first] = values.pictures
  const picture = (first !== undefined && knownFiles.picture(first)) || null
  const price = Number(values.price) || 0
  return (
    <>
      <section className={styles.part} aria-label={m.goods_preview()}>
        <Title order={2} size="h5">
          {m.goods_preview()}
        </Title>
        <div className={styles.picture}>
          <Thumbnail picture={picture} width={160} height={160} />
        </div>
        {values.maker.ko && <p className={styles.maker}>{values.maker.ko}</p>}
        <p className={styles.name}>{values.name.ko}</p>
        <p className={styles.price}>
          {values.discount > 0 && `${formatPercent(values.discount)} `}
          {m.shop_won({ sum: formatWon(reducedPrice(price, Number(values.discount) || 0)) })}
        </p>
        {record?.visible && (
          <Anchor href={`/shop/products/${record._id}`} target="_blank" size="sm">
            {m.goods_on_site()}
          </Anchor>
        )}
      </section>
      {record && <StockMoves record={record} />}
    </>
  )
}

function StockMoves({ record }: { record: Good }) {
  const stock = useStock(record._id).data ?? record
  const { data, error, refetch } = useQuery({
    queryKey: movesKey(record._id),
    queryFn: ({ signal }) =>
      client.moves({ params: { id: record._id }, query: { limit: shownMoves } }, { signal }).then(({ moves }) => moves),
  })
  const nameOf = (id: string) =>
    stock.options
      .find(({ _id }) => _id === id)
      ?.values.map(({ ko }) => ko)
      .join(' · ')
  return (
    <section className={styles.part} aria-label={m.goods_moves()}>
      <Title order={2} size="h5">
        {m.goods_moves()}
      </Title>
      <p className={styles.sold}>{m.goods_sold({ count: stock.sold })}</p>
      {error && <FailureNotice error={error} onRetry={refetch} />}
      {data?.length === 0 && <p className={styles.sold}>{m.goods_moves_none()}</p>}
      <ul className={styles.moves}>
        {data?.map(({ _id, option, amount, kind, note, at }) => (
          <li key={_id}>
            <Text size="sm" span>
              {amount > 0 ? '+' : '−'}
              {Math.abs(amount).toLocaleString('ko-KR')} {stockMoveLabels[kind]()}
            </Text>
            <small>{[nameOf(option), note, shortInstant(at)].filter(Boolean).join(' · ')}</small>
          </li>
        ))}
      </ul>
    </section>
  )
}
