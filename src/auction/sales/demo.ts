import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { AuctionInput } from '#auction/auctions/contract.ts'
import { seedDeposits } from '#auction/auctions/demo-deposits.ts'
import { auctionsTable } from '#auction/auctions/table.ts'
import { AuthorInput } from '#auction/authors/contract.ts'
import { auctionAuthors } from '#auction/authors/table.ts'
import { buildBid } from '#auction/bids/factory.ts'
import { ConsignorInput } from '#auction/consignors/contract.ts'
import { encryptConsignorAccount } from '#auction/consignors/server/find-consignors.ts'
import { auctionConsignors } from '#auction/consignors/table.ts'
import { WorkInput } from '#auction/works/contract.ts'
import { auctionWorks } from '#auction/works/table.ts'
import { hashPassword } from '#kit/auth/password.ts'
import { assetId } from '#kit/files/assets.ts'
import type { SeedContext } from '#kit/module/module.ts'
import type { Context } from '#kit/server/context.ts'
import { insertRecords } from '#kit/server/records/records.ts'
import { levels } from '#people/levels/table.ts'
import { users } from '#people/users/table.ts'

const localize = (ko: string, en: string, cn: string) => ({ ko, en, cn })

/** Fictional artists and works. */
const artists = [
  { key: 'seo-mok-hyeon', name: localize('서목현', 'Seo Mok-hyeon', '徐木贤'), born: 1962, of: 'ink' },
  { key: 'han-do-gyeom', name: localize('한도겸', 'Han Do-gyeom', '韩度谦'), born: 1958, of: 'monochrome' },
  { key: 'mo-yeon-ji', name: localize('모연지', 'Mo Yeon-ji', '牟妍智'), born: 1974, of: 'bojagi' },
  { key: 'gu-bon-ha', name: localize('구본하', 'Gu Bon-ha', '具本河'), born: 1969, of: 'celadon' },
  { key: 'chae-i-rang', name: localize('채이랑', 'Chae I-rang', '蔡以郎'), born: 1985, of: 'minhwa' },
  { key: 'no-ha-ru', name: localize('노하루', 'No Ha-ru', '卢荷露'), born: 1990, of: 'hangul' },
  { key: 'im-ha-sol', name: localize('임하솔', 'Im Ha-sol', '林荷率'), born: 1979, of: 'brush' },
  { key: 'do-yeon-u', name: localize('도연우', 'Do Yeon-u', '都延宇'), born: 1988, of: 'hard-edge' },
]

const media = {
  ink: localize('한지에 수묵', 'ink on hanji', '韩纸水墨'),
  monochrome: localize('캔버스에 유채', 'oil on canvas', '布面油画'),
  bojagi: localize('모시, 손바느질', 'ramie, hand-stitched', '苎麻，手缝'),
  celadon: localize('청자, 빙렬', 'celadon, crackle glaze', '青瓷，开片'),
  minhwa: localize('한지에 분채', 'powder pigment on hanji', '韩纸粉彩'),
  hangul: localize('종이에 판화', 'print on paper', '纸本版画'),
  brush: localize('화선지에 먹', 'ink on xuan paper', '宣纸墨书'),
  'hard-edge': localize('캔버스에 아크릴', 'acrylic on canvas', '布面丙烯'),
} as const
type Medium = keyof typeof media

type Piece = [
  of: Medium,
  number: number,
  title: ReturnType<typeof localize>,
  width: number,
  height: number,
  made: string,
  start: number,
]

const running: readonly Piece[] = [
  ['celadon', 1, localize('비색 접시', 'Jade-green Dish', '翡色盘'), 380, 380, '2018', 700_000],
  ['bojagi', 1, localize('여름 조각보', 'Summer Bojagi', '夏日包袱'), 950, 1180, '2017', 1_200_000],
  ['ink', 1, localize('새벽 능선', 'Ridges at Daybreak', '晓岭'), 910, 1168, '2019', 3_000_000],
  ['hangul', 1, localize('낱자 정원', 'Garden of Letters', '字母园'), 600, 600, '2021', 400_000],
  ['brush', 2, localize('둥근 것', 'The Round', '圆'), 700, 900, '2024', 1_000_000],
  ['minhwa', 3, localize('달과 매화', 'Moon and Plum', '月与梅'), 800, 1000, '2024', 2_500_000],
  ['monochrome', 1, localize('물결 04', 'Swell 04', '水纹 04'), 1303, 1622, '2016', 6_000_000],
  ['celadon', 2, localize('금사철선', 'Gold Thread, Iron Line', '金丝铁线'), 420, 420, '2020', 800_000],
  ['ink', 2, localize('겹산', 'Folded Mountains', '叠山'), 1120, 1450, '2021', 4_000_000],
  ['bojagi', 3, localize('남빛 조각보', 'Indigo Bojagi', '靛蓝包袱'), 1000, 1250, '2021', 2_000_000],
  ['brush', 1, localize('한 획, 숨', 'One Stroke, One Breath', '一笔一息'), 700, 1370, '2023', 1_800_000],
  ['hard-edge', 1, localize('두 문', 'Two Doors', '双门'), 1000, 1000, '2022', 1_200_000],
  ['monochrome', 2, localize('흰 밭', 'White Field', '白田'), 1303, 1622, '2018', 7_000_000],
  ['ink', 4, localize('달 오르는 골', 'Moonrise Valley', '月出谷'), 727, 909, '2024', 1_500_000],
]
const past: readonly Piece[] = [
  ['minhwa', 1, localize('연당', 'Lotus Court', '莲塘'), 750, 940, '2019', 1_600_000],
  ['hangul', 2, localize('밤의 자음', 'Consonants at Night', '夜之辅音'), 600, 600, '2022', 400_000],
  ['monochrome', 3, localize('붉은 결', 'Red Grain', '赤纹'), 970, 1303, '2020', 4_500_000],
  ['celadon', 3, localize('하늘 담은 그릇', 'A Dish of Sky', '盛天之器'), 450, 450, '2022', 900_000],
  ['bojagi', 2, localize('흰 조각보', 'White Bojagi', '白包袱'), 880, 880, '2019', 1_100_000],
]
const coming: readonly Piece[] = [
  ['ink', 3, localize('송화 무렵', 'Pine Pollen Season', '松花时节'), 910, 1168, '2022', 2_800_000],
  ['monochrome', 4, localize('먹비', 'Ink Rain', '墨雨'), 803, 1000, '2023', 3_200_000],
  ['bojagi', 4, localize('감나무 집', 'House of Persimmons', '柿子人家'), 920, 920, '2023', 1_300_000],
  ['minhwa', 2, localize('괴석모란', 'Rock and Peonies', '怪石牡丹'), 800, 1000, '2020', 1_900_000],
  ['hard-edge', 2, localize('집 안의 집', 'House within a House', '屋中屋'), 1000, 1000, '2025', 1_400_000],
]

/** Fictional consignors and bank accounts. */
const demoConsignors = [
  { name: '표은서', email: 'pyo@daecheong.example', phone: '02-0000-0101', commission: 1000, bank: '가람은행' },
  { name: '화랑 물결', email: 'mulgyeol@daecheong.example', phone: '02-0000-0102', commission: 800, bank: '누리은행' },
]

const bidders = ['홍문기', '류다솜', '문가람']

const terms = localize(
  '낙찰자는 낙찰가에 낙찰 수수료와 그 부가세를 더한 금액을 낙찰 후 7일 안에 냅니다.\n응찰은 취소할 수 없습니다. 같은 금액이면 먼저 맡긴 최고가가 앞섭니다.\n작품은 결제가 확인된 다음 날부터 센터 3층 수령처에서 받습니다.',
  'The buyer pays the hammer price with the buyer’s premium and the VAT on it within 7 days.\nBids cannot be taken back. Of equal amounts the maximum left earlier stands.\nWorks are collected on the 3rd floor of the centre from the day after payment.',
  '买受人须在成交后 7 天内支付成交价、佣金及佣金增值税。\n出价不可撤回。金额相同时，先委托的最高价优先。\n确认付款次日起，可在中心三楼提货处领取作品。',
)

/** Creates a running auction, one whose lots have just ended, an upcoming one and a cancelled one. */
export const seedAuctionDemo = async (context: Context, { isDemo }: SeedContext): Promise<void> => {
  if (!isDemo) return
  const now = context.now().getTime()
  const at = (seconds: number) => new Date(now + seconds * 1000).toISOString()
  const [level] = await context.database.select({ id: levels.id }).from(levels).where(eq(levels.key, 'member'))
  if (!level) throw new Error('The level `member` does not exist')
  const authors = await insertRecords(
    context,
    auctionAuthors,
    AuthorInput,
    artists.map(({ of: _of, ...artist }) => artist),
  )
  const consignors = await insertRecords(
    context,
    auctionConsignors,
    ConsignorInput,
    demoConsignors.map(({ bank: _bank, ...consignor }) => consignor),
  )
  for (const [index, { id }] of consignors.entries()) {
    const { bank = '', name: holder = '' } = demoConsignors[index] ?? {}
    const sealed = encryptConsignorAccount(context, id, { bank, number: `000-00-00010${index + 1}`, holder })
    await context.database.update(auctionConsignors).set({ sealed }).where(eq(auctionConsignors.id, id))
  }
  const hallNames = [
    localize('1층 너른홀', 'Neoreun Hall, 1F', '一楼宽厅'),
    localize('2층 윗방', 'Upper Room, 2F', '二楼上厅'),
  ]

  const insertAuction = async (program: object, pieces: readonly Piece[]) => {
    const halls = hallNames.map((name) => ({ _id: context.newId(), name }))
    const [auction] = await insertRecords(context, auctionsTable, AuctionInput, [{ terms, halls, ...program }])
    if (!auction) throw new Error('The auction was not inserted')
    const rows = await insertRecords(
      context,
      // Lot numbers follow the order of the works.
      auctionWorks,
      WorkInput.extend({ lot: WorkInput.shape.startPrice }),
      pieces.map(([of, number, title, width, height, year, startPrice], index) => ({
        program: auction.id,
        hall: halls[index < pieces.length / 2 ? 0 : 1]?._id,
        consignor: consignors[index % 3]?.id ?? null,
        author: authors[artists.findIndex((artist) => artist.of === of)]?.id ?? null,
        lot: index + 1,
        title,
        medium: media[of],
        made: year,
        width,
        height,
        provenance: localize('작가 소장', 'From the artist', '作者自藏'),
        note: localize(
          '자연광에서 볼 때 표면의 결이 가장 잘 드러납니다.',
          'Its surface shows best in daylight.',
          '自然光下最能看出表面的纹理。',
        ),
        condition: localize(
          '보존 상태가 좋습니다. 액자가 함께 있습니다.',
          'Good condition. Framed.',
          '保存状况良好，附框。',
        ),
        pictures: [assetId(`works/${of}-${String(number).padStart(2, '0')}`)],
        estimateLow: Math.round(startPrice * 1.3),
        estimateHigh: startPrice * 2,
        startPrice,
        reserve: index % 3 === 2 ? Math.round(startPrice * 1.2) : null,
      })),
    )
    await context.database.execute(sql`SELECT open_lots(${auction.id}::uuid)`)
    return { program: auction, works: rows }
  }

  const accounts: string[] = []
  for (const [index, name] of bidders.entries()) {
    const id = context.newId()
    // Random, unusable password.
    await context.database.insert(users).values({
      id,
      username: `auction-demo-${index + 1}`,
      name,
      email: `auction-demo-${index + 1}@daecheong.example`,
      levelId: level.id,
      passwordHash: await hashPassword(randomUUID()),
      createdAt: new Date(now),
      updatedAt: new Date(now),
    })
    accounts.push(id)
  }
  const bid = (
    work: typeof auctionWorks.$inferSelect | undefined,
    who: number,
    amount: number,
    kind: 'open' | 'maximum',
  ) => (work ? buildBid(context, { work, userId: accounts[who] ?? '', amount, kind }) : undefined)

  const { works: ended } = await insertAuction(
    {
      title: localize('가을의 그늘', 'Shade of Autumn', '秋荫'),
      summary: localize('가을에 걸었던 다섯 점입니다.', 'Five works that hung in autumn.', '秋季展出的五件作品。'),
      startsAt: at(-14 * 86_400),
      // Long enough to place the bids below; the lots end automatically once the server runs.
      firstEnd: at(60),
      lotSeconds: 0,
      windowSeconds: 0,
      extensionSeconds: 0,
      visible: true,
    },
    past,
  )
  for (const [index, work] of ended.entries()) {
    if (index === 3) continue
    await bid(work, index % 3, work.startPrice, 'open')
    await bid(work, (index + 1) % 3, work.startPrice * 2, 'maximum')
  }
  const { works: open } = await insertAuction(
    {
      title: localize('겨울의 결', 'Grain of Winter', '冬之纹理'),
      summary: localize(
        '산과 그릇, 보자기와 획에서 결을 고른 열네 점입니다.',
        'Fourteen works chosen for their grain: mountains, dishes, wrapping cloths and strokes.',
        '从山、器、包袱与笔画中选取纹理的十四件作品。',
      ),
      startsAt: at(-3600),
      firstEnd: at(600),
      lotSeconds: 180,
      visible: true,
    },
    running,
  )
  for (const [index, work] of open.entries()) {
    if (index % 5 === 3) continue
    await bid(work, index % 3, Math.round(work.startPrice * 1.5), 'maximum')
    if (index % 2 === 0) await bid(work, (index + 1) % 3, Math.round(work.startPrice * 1.3), 'open')
  }
  const { program: spring } = await insertAuction(
    {
      title: localize('봄을 여는 획', 'Strokes that Open Spring', '启春之笔'),
      summary: localize(
        '응찰을 신청하고 승인을 받은 분이 응찰합니다.',
        'Bidders are approved beforehand.',
        '须事先申请并获批准方可出价。',
      ),
      startsAt: at(16 * 86_400),
      firstEnd: at(18 * 86_400),
      entry: 'approval',
      deposit: { amount: 1_000_000, bank: '대청은행', number: '100-2026-118000', holder: '대청옥션' },
      visible: true,
    },
    coming,
  )
  await seedDeposits(context, spring, level.id)
  const [announced] = await insertRecords(context, auctionsTable, AuctionInput, [
    {
      title: localize('한 장소, 열 점', 'Ten Works, One Place', '一处十作'),
      summary: localize(
        '한 수집가가 모은 종이 작품 열 점입니다.',
        'Ten works on paper from one collection.',
        '来自同一收藏的十件纸本作品。',
      ),
      terms,
      startsAt: at(9 * 86_400),
      firstEnd: at(11 * 86_400),
      visible: true,
    },
  ])
  const cancelReason = '위탁자의 사정으로 출품을 모두 철회했습니다.'
  await context.database.execute(sql`SELECT cancel_program(${announced?.id}::uuid, ${cancelReason})`)
}
