import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { localized } from '#kit/contract.ts'
import { assetId } from '#kit/files/assets.ts'
import type { SeedContext } from '#kit/module/module.ts'
import type { Context } from '#kit/server/context.ts'
import { demoCategoryId } from '#shop/categories/demo.ts'
import { deliveryRules } from '#shop/money/rules.ts'
import { GoodInput, OptionInput } from './contract-good.ts'
import { moveStock } from './server/move-stock.ts'
import { shopGoods, shopOptions } from './table.ts'

const localize = (ko: string, en: string, cn: string) => ({ ko, en, cn })

const day = 86_400_000

interface DemoGood extends z.input<typeof GoodInput> {
  /** Pieces in stock by option, in the order of the options. */
  stock: readonly number[]
}

const colour = localize('색', 'Colour', '颜色')
const size = localize('크기', 'Size', '尺寸')
const only = [{ values: [] }]
const createFact = (label: ReturnType<typeof localize>, text: ReturnType<typeof localize>) => ({ label, text })
const material = localize('재질', 'Material', '材质')
const origin = localize('원산지', 'Origin', '产地')
const korea = localize('대한민국', 'Korea', '韩国')
const award = localize('대청 어워드 선정', 'Daecheong Award', '大青大奖入选')

/** Fictional makers. */
const makers = {
  ondam: localize('온담도자', 'Ondam Ceramics', '温潭陶瓷'),
  gyeol: localize('결유기', 'Gyeol Brassware', '结铜器'),
  hanji: localize('서른둘한지', 'Thirtytwo Hanji', '三十二韩纸'),
  wood: localize('나무결공방', 'Namugyeol Workshop', '木纹工坊'),
  soap: localize('솔내비누', 'Solnae Soap', '松川香皂'),
  solbit: localize('솔빛옻칠', 'Solbit Lacquer', '松光漆艺'),
  daheung: localize('다흥섬유', 'Daheung Textiles', '多兴纺织'),
  moa: localize('모아토이', 'Moa Toys', '模雅玩具'),
}

const labels = {
  material,
  size,
  care: localize('관리', 'Care', '保养'),
  power: localize('전원', 'Power', '电源'),
  burning: localize('연소 시간', 'Burning time', '燃烧时间'),
  load: localize('하중', 'Load', '承重'),
  age: localize('사용 연령', 'Age', '适用年龄'),
  term: localize('사용 기한', 'Shelf life', '使用期限'),
}

/** Featured products; browser tests rely on their names, prices and stock. */
const firstGoods = (now: Date): DemoGood[] => {
  const from = (days: number) => new Date(now.getTime() + days * day).toISOString()
  const baseInput = (picture: string, category: string, ...near: string[]) => ({
    pictures: ['', ...near].map((part) => assetId(`products/product-${picture}${part && `-${part}`}`)),
    category: demoCategoryId(category),
    visible: true,
  })
  return [
    {
      ...baseInput('06-teaset', 'tea-ware', 'pot', 'cups'),
      name: localize('청자 다기 한 벌', 'Celadon tea set', '青瓷茶具一套'),
      maker: makers.ondam,
      summary: localize('주전자와 잔 세 개', 'A pot and three cups', '一壶三杯'),
      story: localize(
        '이천의 흙을 석 달 숙성해 빚었습니다.\n호두나무 차판을 함께 선택할 수 있습니다.',
        'Made of Icheon clay aged for three months.\nA walnut board can be chosen with it.',
        '以熟成三个月的利川陶土制成。\n可选配胡桃木茶盘。',
      ),
      facts: [
        createFact(material, localize('청자토', 'Celadon clay', '青瓷土')),
        createFact(
          labels.size,
          localize('주전자 400 ml, 잔 70 ml', 'Pot 400 ml, cups 70 ml', '茶壶400毫升，茶杯70毫升'),
        ),
        createFact(
          labels.care,
          localize(
            '잔은 식기세척기 사용 가능, 차판은 마른 천으로 닦음',
            'Cups are dishwasher safe; wipe the board dry',
            '茶杯可用洗碗机，茶盘用干布擦拭',
          ),
        ),
        createFact(origin, korea),
      ],
      award,
      price: 128_000,
      discount: 1000,
      discountFrom: from(-3),
      discountTo: from(11),
      axes: [colour, localize('차판', 'Board', '茶盘')],
      options: [
        {
          values: [localize('비색', 'Celadon', '翡色'), localize('호두나무', 'Walnut', '胡桃木')],
          code: 'TS-C-W',
        },
        {
          values: [localize('비색', 'Celadon', '翡色'), localize('없음', 'None', '无')],
          code: 'TS-C-N',
          difference: -28_000,
        },
        {
          values: [localize('백자', 'White', '白瓷'), localize('호두나무', 'Walnut', '胡桃木')],
          code: 'TS-W-W',
          difference: 4000,
        },
        {
          values: [localize('백자', 'White', '白瓷'), localize('없음', 'None', '无')],
          code: 'TS-W-N',
          difference: -24_000,
          restockOn: from(12).slice(0, 10),
        },
      ],
      stock: [7, 12, 3, 0],
    },
    {
      ...baseInput('02-bowls', 'bowls', 'rims', 'cup'),
      name: localize('포갬 발 세 점', 'Nesting bowls', '叠碗三件'),
      maker: makers.ondam,
      summary: localize('크기가 다른 그릇 세 점', 'Three bowls in three sizes', '三种尺寸的碗'),
      story: localize(
        '밥그릇, 국그릇, 면기로 쓰는 세 가지 크기입니다.\n겹쳤을 때 유약이 닿지 않도록 굽 안쪽을 3 mm 높였습니다.',
        'Three sizes for rice, soup and noodles.\nThe foot is raised by 3 mm inside, so the glaze does not touch when the bowls are stacked.',
        '三种尺寸，分别适合盛饭、汤与面。\n底足内侧抬高3毫米，叠放时釉面不相触。',
      ),
      facts: [
        createFact(material, localize('청자토', 'Celadon clay', '青瓷土')),
        createFact(
          labels.size,
          localize('지름 115, 135, 155 mm', '115, 135 and 155 mm across', '直径115、135、155毫米'),
        ),
        createFact(
          labels.care,
          localize('전자레인지와 식기세척기 사용 가능', 'Microwave and dishwasher safe', '可用微波炉与洗碗机'),
        ),
        createFact(origin, korea),
      ],
      price: 76_000,
      axes: [colour],
      options: [
        { values: [localize('청자', 'Celadon', '青瓷')], code: 'NB-C' },
        { values: [localize('백자', 'White', '白瓷')], code: 'NB-W', difference: 4000 },
      ],
      stock: [24, 9],
    },
    {
      ...baseInput('03-brass', 'bowls', 'bowl', 'spoon'),
      name: localize('방짜 유기 반상기', 'Hand-hammered bronze table set', '手工铜餐具'),
      maker: makers.gyeol,
      summary: localize('밥그릇, 국그릇, 수저', 'Rice bowl, soup bowl, spoon and chopsticks', '饭碗、汤碗与匙筷'),
      story: localize(
        '구리와 주석을 녹인 판을 여러 사람이 번갈아 두드려 모양을 잡습니다.\n처음 사용하기 전에 식초를 푼 물에 10분 담갔다가 씻어 주세요. 닦는 법을 적은 안내지가 들어 있습니다.',
        'A cast plate of copper and tin is hammered into shape by several hands in turn.\nBefore the first use, leave it in water with vinegar for ten minutes and rinse. A leaflet on cleaning is included.',
        '铜锡熔铸成板，由数人轮番锻打成形。\n首次使用前请在加醋的水中浸泡十分钟后洗净，内附清洁说明。',
      ),
      facts: [
        createFact(material, localize('구리, 주석', 'Copper and tin', '铜、锡')),
        createFact(
          labels.size,
          localize(
            '밥그릇 지름 120 mm, 국그릇 지름 150 mm',
            'Rice bowl 120 mm, soup bowl 150 mm across',
            '饭碗直径120毫米，汤碗直径150毫米',
          ),
        ),
        createFact(
          labels.care,
          localize(
            '부드러운 수세미로 닦고 바로 물기를 제거',
            'Clean with a soft pad and dry at once',
            '用软布清洗后立即擦干',
          ),
        ),
        createFact(origin, korea),
      ],
      price: 214_000,
      delivery: 'free',
      options: only,
      stock: [15],
    },
    {
      ...baseInput('04-lamp', 'lighting', 'paper', 'legs'),
      name: localize('세 발 한지 등', 'Paper lamp on three legs', '三足韩纸灯'),
      maker: makers.hanji,
      summary: localize('닥나무 한지로 만든 스탠드', 'A lamp of mulberry paper', '楮树韩纸台灯'),
      story: localize(
        '닥나무 한지 두 겹을 붙인 갓이 빛을 고르게 퍼뜨립니다.\n전선은 1.5 m이며 중간에 밝기를 세 단계로 조절하는 스위치가 있습니다.',
        'Two layers of mulberry paper spread the light evenly.\nThe cord is 1.5 m long, with a switch for three levels of brightness.',
        '双层楮树韩纸灯罩使光线均匀柔和。\n电线长1.5米，中途开关可调三档亮度。',
      ),
      facts: [
        createFact(material, localize('한지, 참나무', 'Hanji and oak', '韩纸、橡木')),
        createFact(
          labels.size,
          localize(
            '작은 등 높이 380 mm, 큰 등 높이 480 mm',
            'Small: 380 mm high; large: 480 mm high',
            '小灯高380毫米，大灯高480毫米',
          ),
        ),
        createFact(
          labels.power,
          localize('220 V, E17, LED 7 W 이하', '220 V, E17, LED up to 7 W', '220伏，E17，LED 7瓦以下'),
        ),
        createFact(origin, korea),
      ],
      price: 96_000,
      axes: [size],
      options: [
        { values: [localize('작은 등', 'Small', '小')], code: 'HL-S' },
        { values: [localize('큰 등', 'Large', '大')], code: 'HL-L', difference: 32_000 },
      ],
      stock: [11, 2],
    },
    {
      ...baseInput('11-candle', 'lighting', 'flames', 'holders'),
      name: localize('황동 촛대와 초', 'Brass candle holders', '黄铜烛台与蜡烛'),
      maker: makers.gyeol,
      summary: localize(
        '촛대 세 개와 밀랍 초 세 자루',
        'Three holders and three beeswax candles',
        '三只烛台配三支蜂蜡烛',
      ),
      story: localize(
        '높이가 다른 촛대 세 개를 한 벌로 구성했습니다.\n초를 다 쓰면 지름 40 mm 초를 따로 구매해 사용할 수 있습니다.',
        'A set of three holders of different heights.\nAny candle of 40 mm fits once the first ones are used up.',
        '三只高低不同的烛台组成一套。\n用完后可另购直径40毫米的蜡烛。',
      ),
      facts: [
        createFact(material, localize('황동, 밀랍', 'Brass and beeswax', '黄铜、蜂蜡')),
        createFact(
          labels.size,
          localize(
            '촛대 지름 90 mm, 초 길이 90, 120, 150 mm',
            'Holders 90 mm across; candles 90, 120 and 150 mm',
            '烛台直径90毫米，蜡烛长90、120、150毫米',
          ),
        ),
        createFact(labels.burning, localize('초 한 자루에 9~15시간', '9 to 15 hours a candle', '每支9至15小时')),
        createFact(origin, korea),
      ],
      price: 58_000,
      options: only,
      stock: [0],
    },
    {
      ...baseInput('05-stool', 'furniture', 'seat', 'legs'),
      name: localize('세 발 참나무 스툴', 'Three-legged oak stool', '三足橡木凳'),
      maker: makers.wood,
      summary: localize('조립 없이 사용하는 작은 의자', 'A small stool, ready to use', '免组装小凳'),
      story: localize(
        '다리를 앉음판에 관통시켜 쐐기로 고정했습니다.\n완성된 상태로 보내므로 상자에서 꺼내 바로 사용할 수 있습니다.',
        'The legs go through the seat and are held by wedges.\nIt is sent assembled and can be used straight out of the box.',
        '凳脚贯穿凳面，以木楔固定。\n整装发货，开箱即用。',
      ),
      facts: [
        createFact(material, localize('참나무', 'Oak', '橡木')),
        createFact(
          labels.size,
          localize(
            '지름 320 × 높이 430 mm, 3.2 kg',
            '320 mm across, 430 mm high, 3.2 kg',
            '直径320×高430毫米，3.2公斤',
          ),
        ),
        createFact(labels.load, localize('100 kg까지', 'Up to 100 kg', '不超过100公斤')),
        createFact(origin, korea),
      ],
      price: 142_000,
      delivery: 'own',
      deliveryFee: 8000,
      options: only,
      stock: [18],
    },
    {
      ...baseInput('15-tray', 'furniture', 'bottle', 'rim'),
      name: localize('호두나무 소반', 'Walnut tray', '胡桃木小盘'),
      maker: makers.wood,
      summary: localize('한 사람이 쓰기 좋은 소반', 'A tray for one', '单人小盘'),
      story: localize(
        '네 다리를 판에 끼우는 방식이라 나사가 없습니다.\n상판에는 식물성 오일을 네 번 먹여 국물이 묻어도 바로 닦으면 얼룩이 남지 않습니다.',
        'The legs are let into the top without screws.\nFour coats of plant oil: soup leaves no stain when it is wiped off at once.',
        '桌脚榫接于面板，不用螺丝。\n面板涂四遍植物油，汤汁及时擦拭不留痕。',
      ),
      facts: [
        createFact(material, localize('호두나무', 'Walnut', '胡桃木')),
        createFact(
          labels.size,
          localize(
            '지름 360 × 높이 120 mm, 1.4 kg',
            '360 mm across, 120 mm high, 1.4 kg',
            '直径360×高120毫米，1.4公斤',
          ),
        ),
        createFact(
          labels.care,
          localize('젖은 행주로 닦고 그늘에서 말림', 'Wipe with a damp cloth and dry in the shade', '湿布擦净后阴干'),
        ),
        createFact(origin, korea),
      ],
      price: 118_000,
      discount: 500,
      options: only,
      stock: [21],
    },
    {
      ...baseInput('09-soap', 'gifts', 'stack', 'bar'),
      name: localize('쑥 백토 비누', 'Mugwort and clay soap', '艾草白土皂'),
      maker: makers.soap,
      summary: localize('6주 동안 저온 숙성한 비누', 'Soap cured cold for six weeks', '低温熟成六周的手工皂'),
      story: localize(
        '보성에서 거둔 쑥을 말려 우린 물로 반죽합니다.\n섭씨 15도에서 6주 동안 말려 물에 쉽게 무르지 않습니다.',
        'The paste is made with an infusion of dried mugwort.\nSix weeks at 15 °C give a bar that does not go soft in water.',
        '以晒干艾草浸泡液调和皂液。\n15℃下晾置六周，遇水不易软烂。',
      ),
      facts: [
        createFact(material, localize('쑥, 백토, 올리브유', 'Mugwort, white clay, olive oil', '艾草、白土、橄榄油')),
        createFact(labels.size, localize('한 개 100 g', '100 g each', '每块100克')),
        createFact(labels.term, localize('제조일부터 30개월', '30 months from the date made', '自生产日起30个月')),
        createFact(origin, korea),
      ],
      price: 9000,
      axes: [localize('개수', 'Pieces', '数量')],
      options: [
        { values: [localize('한 개', 'One', '一块')], code: 'SP-1' },
        { values: [localize('네 개 상자', 'Box of four', '四块装')], code: 'SP-4', difference: 24_000 },
      ],
      stock: [120, 46],
    },
    {
      ...baseInput('10-fan', 'gifts'),
      name: localize('쥘부채', 'Folding paper fan', '折扇'),
      maker: makers.hanji,
      summary: localize('다음 여름에 판매할 상품', 'On sale next summer', '明夏上市'),
      price: 32_000,
      showFrom: from(180),
      options: only,
      stock: [60],
    },
    {
      ...baseInput('13-toy', 'gifts'),
      name: localize('바퀴 달린 나무 말', 'Wooden horse on wheels', '带轮木马'),
      maker: makers.moa,
      summary: localize('등록을 준비하고 있는 상품', 'Being prepared', '准备中的商品'),
      price: 64_000,
      visible: false,
      options: only,
      stock: [8],
    },
  ]
}

/** Schema of a product in `assets/content/shop/<category>.json`; days are relative to the time of the seed. */
const GoodText = z.strictObject({
  ...GoodInput.pick({ name: true, summary: true, story: true, price: true, deliveryFee: true, axes: true }).shape,
  pictures: z.array(z.string()).min(1),
  maker: z.enum(Object.keys(makers) as (keyof typeof makers)[]),
  facts: z.partialRecord(z.enum(Object.keys(labels) as (keyof typeof labels)[]), localized(200)),
  award: z.literal(true).optional(),
  discount: z.strictObject({ rate: z.number(), from: z.number(), to: z.number() }).optional(),
  delivery: z.enum(deliveryRules).default('rule'),
  options: z.array(
    OptionInput.pick({ code: true, difference: true }).extend({
      values: OptionInput.shape.values.default([]),
      restock: z.number().optional(),
      stock: z.number().int().min(0),
    }),
  ),
})

const folder = join(import.meta.dirname, '../../../assets/content/shop')

const writtenGoods = async (now: Date): Promise<DemoGood[]> => {
  const from = (days: number) => new Date(now.getTime() + days * day).toISOString()
  const files = (await readdir(folder)).filter((name) => name.endsWith('.json') && name !== 'reviews.json').sort()
  const read = files.map(async (name) => {
    const goods = z.array(GoodText).parse(JSON.parse(await readFile(join(folder, name), 'utf8')))
    return goods.map(({ pictures, maker, facts, award: isAwarded, discount, options, ...texts }) => ({
      ...texts,
      pictures: pictures.map((picture) => assetId(`products/product-${picture}`)),
      category: demoCategoryId(name.replace('.json', '')),
      maker: makers[maker],
      facts: [
        ...Object.entries(facts).map(([key, text]) => ({ label: labels[key as keyof typeof labels], text })),
        createFact(origin, korea),
      ],
      award: isAwarded ? award : {},
      ...(discount && {
        discount: discount.rate,
        discountFrom: from(discount.from),
        discountTo: from(discount.to),
      }),
      visible: true,
      options: options.map(({ stock: _stock, restock, ...option }) => ({
        ...option,
        restockOn: restock === undefined ? null : from(restock).slice(0, 10),
      })),
      stock: options.map(({ stock }) => stock),
    }))
  })
  return (await Promise.all(read)).flat()
}

/** Returns the demo products, in the order of the product list. */
export const demoGoods = async (now: Date): Promise<DemoGood[]> => [...firstGoods(now), ...(await writtenGoods(now))]

const momentOf = (text: string | null): Date | null => (text === null ? null : new Date(text))

/** Seeds products and their stock. */
export const seed = async (context: Context, { isDemo }: SeedContext): Promise<void> => {
  if (!isDemo) return
  const now = context.now()
  const rows = (await demoGoods(now)).map(({ stock, ...input }, place) => {
    const { options, showFrom, showTo, discountFrom, discountTo, ...fields } = GoodInput.parse(input)
    const goodId = context.newId()
    // Lists show the newest first, so each product is a second older than the one before.
    const at = new Date(now.getTime() - place * 1000)
    return {
      good: {
        ...fields,
        id: goodId,
        showFrom: momentOf(showFrom),
        showTo: momentOf(showTo),
        discountFrom: momentOf(discountFrom),
        discountTo: momentOf(discountTo),
        createdAt: at,
        updatedAt: at,
      },
      options: options.map(({ _id, ...option }, position) => ({ ...option, id: context.newId(), goodId, position })),
      stock,
    }
  })
  await context.database.insert(shopGoods).values(rows.map(({ good }) => good))
  await context.database.insert(shopOptions).values(rows.flatMap(({ options }) => options))
  const pieces = rows.flatMap(({ options, stock }) =>
    options.map(({ id, position }) => ({ option: id, amount: stock[position] ?? 0 })),
  )
  await moveStock(
    context,
    pieces.filter(({ amount }) => amount > 0),
    { kind: 'in' },
  )
}
