import type { z } from 'zod'
import { assetId } from '#kit/files/assets.ts'
import type { Filling } from '#kit/module/module.ts'
import type { Context } from '#kit/server/context.ts'
import { demoCategoryId } from '#shop/categories/demo.ts'
import { GoodInput } from './contract.ts'
import { moveStock } from './service.ts'
import { shopGoods, shopOptions } from './table.ts'

const said = (ko: string, en: string, cn: string) => ({ ko, en, cn })

const day = 86_400_000

interface DemoGood extends z.input<typeof GoodInput> {
  /** Pieces of each option, in their order. */
  stock: readonly number[]
}

const colour = said('색', 'Colour', '颜色')
const size = said('크기', 'Size', '尺寸')
const only = [{ values: [] }]
const fact = (label: ReturnType<typeof said>, text: ReturnType<typeof said>) => ({ label, text })
const material = said('재질', 'Material', '材质')
const origin = said('원산지', 'Origin', '产地')
const korea = said('대한민국', 'Korea', '韩国')

/** Makers and products are made up. */
export const demoGoods = (now: Date): DemoGood[] => {
  const from = (days: number) => new Date(now.getTime() + days * day).toISOString()
  const made = (picture: string, category: string, ...near: string[]) => ({
    pictures: ['', ...near].map((part) => assetId(`products/product-${picture}${part && `-${part}`}`)),
    category: demoCategoryId(category),
    visible: true,
  })
  return [
    {
      ...made('06-teaset', 'tea-ware', 'pot', 'cups'),
      name: said('청자 다기 한 벌', 'Celadon tea set', '青瓷茶具一套'),
      maker: said('온담도자', 'Ondam Ceramics', '温潭陶瓷'),
      summary: said('주전자와 잔 세 개', 'A pot and three cups', '一壶三杯'),
      story: said(
        '이천의 흙을 석 달 숙성해 빚었습니다.\n호두나무 차판을 함께 선택할 수 있습니다.',
        'Made of Icheon clay aged for three months.\nA walnut board can be chosen with it.',
        '以熟成三个月的利川陶土制成。\n可选配胡桃木茶盘。',
      ),
      facts: [fact(material, said('청자토', 'Celadon clay', '青瓷土')), fact(origin, korea)],
      award: said('대청 어워드 선정', 'Daecheong Award', '大青大奖入选'),
      price: 128_000,
      discount: 1000,
      discountFrom: from(-3),
      discountTo: from(11),
      axes: [colour, said('차판', 'Board', '茶盘')],
      options: [
        {
          values: [said('비색', 'Celadon', '翡色'), said('호두나무', 'Walnut', '胡桃木')],
          code: 'TS-C-W',
        },
        {
          values: [said('비색', 'Celadon', '翡色'), said('없음', 'None', '无')],
          code: 'TS-C-N',
          difference: -28_000,
        },
        {
          values: [said('백자', 'White', '白瓷'), said('호두나무', 'Walnut', '胡桃木')],
          code: 'TS-W-W',
          difference: 4000,
        },
        {
          values: [said('백자', 'White', '白瓷'), said('없음', 'None', '无')],
          code: 'TS-W-N',
          difference: -24_000,
          restockOn: from(12).slice(0, 10),
        },
      ],
      stock: [7, 12, 3, 0],
    },
    {
      ...made('02-bowls', 'bowls', 'rims', 'cup'),
      name: said('포갬 발 세 점', 'Nesting bowls', '叠碗三件'),
      maker: said('온담도자', 'Ondam Ceramics', '温潭陶瓷'),
      summary: said('크기가 다른 그릇 세 점', 'Three bowls in three sizes', '三种尺寸的碗'),
      facts: [fact(material, said('청자토', 'Celadon clay', '青瓷土')), fact(origin, korea)],
      price: 76_000,
      axes: [colour],
      options: [
        { values: [said('청자', 'Celadon', '青瓷')], code: 'NB-C' },
        { values: [said('백자', 'White', '白瓷')], code: 'NB-W', difference: 4000 },
      ],
      stock: [24, 9],
    },
    {
      ...made('03-brass', 'bowls', 'bowl', 'spoon'),
      name: said('방짜 유기 반상기', 'Hand-hammered bronze table set', '手工铜餐具'),
      maker: said('결유기', 'Gyeol Brassware', '结铜器'),
      summary: said('밥그릇, 국그릇, 수저', 'Rice bowl, soup bowl, spoon and chopsticks', '饭碗、汤碗与匙筷'),
      facts: [fact(material, said('구리, 주석', 'Copper and tin', '铜、锡')), fact(origin, korea)],
      price: 214_000,
      delivery: 'free',
      options: only,
      stock: [15],
    },
    {
      ...made('04-lamp', 'lighting', 'paper', 'legs'),
      name: said('세 발 한지 등', 'Paper lamp on three legs', '三足韩纸灯'),
      maker: said('서른둘한지', 'Thirtytwo Hanji', '三十二韩纸'),
      summary: said('닥나무 한지로 만든 스탠드', 'A lamp of mulberry paper', '楮树韩纸台灯'),
      facts: [fact(material, said('한지, 참나무', 'Hanji and oak', '韩纸、橡木')), fact(origin, korea)],
      price: 96_000,
      axes: [size],
      options: [
        { values: [said('작은 등', 'Small', '小')], code: 'HL-S' },
        { values: [said('큰 등', 'Large', '大')], code: 'HL-L', difference: 32_000 },
      ],
      stock: [11, 2],
    },
    {
      ...made('11-candle', 'lighting', 'flames', 'holders'),
      name: said('황동 촛대와 초', 'Brass candle holders', '黄铜烛台与蜡烛'),
      maker: said('결유기', 'Gyeol Brassware', '结铜器'),
      summary: said('촛대 세 개와 밀랍 초 세 자루', 'Three holders and three beeswax candles', '三只烛台配三支蜂蜡烛'),
      facts: [fact(material, said('황동, 밀랍', 'Brass and beeswax', '黄铜、蜂蜡')), fact(origin, korea)],
      price: 58_000,
      options: only,
      stock: [0],
    },
    {
      ...made('05-stool', 'furniture', 'seat', 'legs'),
      name: said('세 발 참나무 스툴', 'Three-legged oak stool', '三足橡木凳'),
      maker: said('나무결공방', 'Namugyeol Workshop', '木纹工坊'),
      summary: said('조립 없이 사용하는 작은 의자', 'A small stool, ready to use', '免组装小凳'),
      facts: [fact(material, said('참나무', 'Oak', '橡木')), fact(origin, korea)],
      price: 142_000,
      delivery: 'own',
      deliveryFee: 8000,
      options: only,
      stock: [18],
    },
    {
      ...made('15-tray', 'furniture', 'bottle', 'rim'),
      name: said('호두나무 소반', 'Walnut tray', '胡桃木小盘'),
      maker: said('나무결공방', 'Namugyeol Workshop', '木纹工坊'),
      summary: said('한 사람이 쓰기 좋은 소반', 'A tray for one', '单人小盘'),
      facts: [fact(material, said('호두나무', 'Walnut', '胡桃木')), fact(origin, korea)],
      price: 118_000,
      discount: 500,
      options: only,
      stock: [21],
    },
    {
      ...made('09-soap', 'gifts', 'stack', 'bar'),
      name: said('쑥 백토 비누', 'Mugwort and clay soap', '艾草白土皂'),
      maker: said('솔내비누', 'Solnae Soap', '松川香皂'),
      summary: said('6주 동안 저온 숙성한 비누', 'Soap cured cold for six weeks', '低温熟成六周的手工皂'),
      facts: [
        fact(material, said('쑥, 백토, 올리브유', 'Mugwort, white clay, olive oil', '艾草、白土、橄榄油')),
        fact(origin, korea),
      ],
      price: 9000,
      axes: [said('개수', 'Pieces', '数量')],
      options: [
        { values: [said('한 개', 'One', '一块')], code: 'SP-1' },
        { values: [said('네 개 상자', 'Box of four', '四块装')], code: 'SP-4', difference: 24_000 },
      ],
      stock: [120, 46],
    },
    {
      ...made('10-fan', 'gifts'),
      name: said('쥘부채', 'Folding paper fan', '折扇'),
      maker: said('서른둘한지', 'Thirtytwo Hanji', '三十二韩纸'),
      summary: said('다음 여름에 판매할 상품', 'On sale next summer', '明夏上市'),
      price: 32_000,
      showFrom: from(180),
      options: only,
      stock: [60],
    },
    {
      ...made('13-toy', 'gifts'),
      name: said('바퀴 달린 나무 말', 'Wooden horse on wheels', '带轮木马'),
      maker: said('모아토이', 'Moa Toys', '模雅玩具'),
      summary: said('등록을 준비하고 있는 상품', 'Being prepared', '准备中的商品'),
      price: 64_000,
      visible: false,
      options: only,
      stock: [8],
    },
  ]
}

const momentOf = (text: string | null): Date | null => (text === null ? null : new Date(text))

/** What the shop sells in a demonstration. */
export const fill = async (context: Context, { isDemo }: Filling): Promise<void> => {
  if (!isDemo) return
  const now = context.now()
  const pieces: { option: string; amount: number }[] = []
  for (const [place, { stock, ...input }] of demoGoods(now).entries()) {
    const { options, showFrom, showTo, discountFrom, discountTo, ...fields } = GoodInput.parse(input)
    const id = context.newId()
    // The first of the list is the newest.
    const at = new Date(now.getTime() - place * 1000)
    await context.database.insert(shopGoods).values({
      ...fields,
      id,
      showFrom: momentOf(showFrom),
      showTo: momentOf(showTo),
      discountFrom: momentOf(discountFrom),
      discountTo: momentOf(discountTo),
      createdAt: at,
      updatedAt: at,
    })
    for (const [position, { _id, ...option }] of options.entries()) {
      const optionId = context.newId()
      await context.database.insert(shopOptions).values({ ...option, id: optionId, goodId: id, position })
      const amount = stock[position] ?? 0
      if (amount > 0) pieces.push({ option: optionId, amount })
    }
  }
  await moveStock(context, pieces, { kind: 'in' })
}
