import { asc, eq } from 'drizzle-orm'
import type { Filling } from '#kit/module/module.ts'
import type { Context } from '#kit/server/context.ts'
import { shopOrderLines, shopOrders } from '#shop/orders/table.ts'
import { shopReviews } from './table.ts'

const day = 86_400_000

interface Written {
  writer: string
  rating: number
  text: string
  reply?: string
}

/** By the Korean name of the product; writers are made up. */
const written: Readonly<Record<string, readonly Written[]>> = {
  '청자 다기 한 벌': [
    { writer: '차*은', rating: 5, text: '주전자 뚜껑이 꼭 맞고 물이 새지 않습니다. 잔은 사진보다 조금 작습니다.' },
    {
      writer: '문*람',
      rating: 4,
      text: '색은 마음에 듭니다. 차판에 작은 옹이가 있었는데 사용에는 문제가 없습니다.',
      reply: '원목이라 옹이가 남을 수 있습니다. 불편하시면 고객센터로 연락해 주세요.',
    },
  ],
  '포갬 발 세 점': [
    { writer: '류*솜', rating: 5, text: '세 점이 잘 포개져서 자리를 적게 차지합니다.' },
    { writer: '봉*재', rating: 3, text: '가장 작은 그릇의 유약이 고르지 않습니다. 교환하지 않고 사용합니다.' },
  ],
  '방짜 유기 반상기': [
    { writer: '도*우', rating: 5, text: '묵직하고 온기가 오래갑니다. 닦는 법이 적힌 안내지가 들어 있습니다.' },
  ],
  '세 발 한지 등': [
    { writer: '어*솔', rating: 4, text: '빛이 부드럽습니다. 전선이 1.5m라 콘센트 위치를 확인하고 구매하세요.' },
  ],
  '세 발 참나무 스툴': [{ writer: '문*람', rating: 4, text: '조립이 필요 없어 편합니다. 바닥 보호 패드는 없습니다.' }],
  '호두나무 소반': [{ writer: '차*은', rating: 5, text: '1인 밥상으로 씁니다. 모서리 마감이 매끄럽습니다.' }],
  '쑥 백토 비누': [
    { writer: '류*솜', rating: 4, text: '거품은 적은 편이고 향이 은은합니다.' },
    { writer: '봉*재', rating: 5, text: '네 개 상자로 샀습니다. 포장이 간소해서 버릴 것이 적습니다.' },
  ],
}

/** What customers of the demonstration wrote about what they bought. */
export const fill = async (context: Context, { isDemo }: Filling): Promise<void> => {
  if (!isDemo) return
  const bought = await context.database
    .select({ line: shopOrderLines, confirmedAt: shopOrders.confirmedAt })
    .from(shopOrderLines)
    .innerJoin(shopOrders, eq(shopOrders.id, shopOrderLines.orderId))
    .where(eq(shopOrders.state, 'confirmed'))
    .orderBy(asc(shopOrders.createdAt))
  const byGood = Map.groupBy(bought, ({ line }) => line.title.ko)
  const reviews = Object.entries(written).flatMap(([name, texts]) =>
    texts.flatMap(({ writer, rating, text, reply = '' }, index) => {
      const one = byGood.get(name)?.at(-1 - index)
      if (!one?.confirmedAt) return []
      const at = one.confirmedAt
      return [
        {
          id: context.newId(),
          lineId: one.line.id,
          goodId: one.line.goodId,
          writer,
          values: one.line.values,
          rating,
          text,
          reply,
          repliedAt: reply ? new Date(at.getTime() + day) : null,
          createdAt: at,
          updatedAt: at,
        },
      ]
    }),
  )
  if (reviews.length > 0) await context.database.insert(shopReviews).values(reviews)
}
