import type { matchProducts } from '#match/products/table.ts'

type ProductTexts = typeof matchProducts.$inferInsert

/** A text in the three languages. */
export const said = (ko: string, en: string, cn: string) => ({ ko, en, cn })
type Said = ReturnType<typeof said>

type Category = ProductTexts['category']

interface DemoSeller {
  name: Said
  ceo: string
  category: string
  categories: Category[]
  address: string
  introduction: Said
  languages: string[]
}

export const demoSellers: readonly DemoSeller[] = [
  {
    name: said('온담도자', 'Ondam Ceramics', '温潭陶瓷'),
    ceo: '서하담',
    category: '생활 도자',
    categories: ['tableware'],
    address: '경기도 이천시 사기막길 00',
    introduction: said(
      '이천의 흙을 석 달 숙성해 생활 도자를 만듭니다. 호텔과 편집 매장에 납품하며 처음 주문은 50점부터 받습니다.',
      'Everyday ceramics from Icheon clay aged for three months, supplied to hotels and select shops. First orders from 50 pieces.',
      '以熟成三个月的利川陶土制作生活陶瓷，供应酒店与买手店，首单50件起。',
    ),
    languages: ['ko', 'en'],
  },
  {
    name: said('솔빛옻칠', 'Solbit Lacquer', '松光漆艺'),
    ceo: '남도현',
    category: '옻칠 공예',
    categories: ['woodcraft', 'living'],
    address: '전북특별자치도 남원시 옻샘길 00',
    introduction: said(
      '남원에서 옻칠 함과 찬합을 만듭니다. 칠과 건조를 열두 번 반복하고, 로고 각인을 받습니다.',
      'Lacquered boxes from Namwon, coated and dried twelve times. Logos can be engraved.',
      '在南原制作漆盒，反复上漆干燥十二遍，可刻制标识。',
    ),
    languages: ['ko', 'en', 'ja'],
  },
  {
    name: said('결유기', 'Gyeol Brassware', '结铜器'),
    ceo: '유가람',
    category: '방짜 유기',
    categories: ['metalcraft', 'tableware'],
    address: '경상북도 봉화군 놋점길 00',
    introduction: said(
      '구리와 주석을 녹여 두드린 방짜 유기를 만듭니다. 식당 납품 경험이 있으며 재연마를 지원합니다.',
      'Hand-hammered bronze tableware of copper and tin, used in restaurants; polishing service included.',
      '以铜锡熔铸并手工锻打的铜器，供应餐厅，并提供重新抛光服务。',
    ),
    languages: ['ko', 'en'],
  },
  {
    name: said('서른둘한지', 'Thirtytwo Hanji', '三十二韩纸'),
    ceo: '조은결',
    category: '한지 조명',
    categories: ['paper', 'living'],
    address: '강원특별자치도 원주시 한지길 00',
    introduction: said(
      '닥나무 한지로 조명과 문구를 만듭니다. 해외 전압에 맞춘 제품을 함께 공급합니다.',
      'Lamps and stationery of mulberry paper, also for overseas voltages.',
      '以楮树韩纸制作灯具与文具，可提供适配海外电压的产品。',
    ),
    languages: ['ko', 'en', 'fr'],
  },
  {
    name: said('솔내비누', 'Solnae Soap', '松川香皂'),
    ceo: '강다솔',
    category: '천연 비누',
    categories: ['beauty'],
    address: '전라남도 보성군 솔내길 00',
    introduction: said(
      '쑥과 백토로 저온 숙성 비누를 만듭니다. 동물 실험을 하지 않으며 소량 주문을 받습니다.',
      'Cold-cured soaps of mugwort and white clay. No animal testing, small orders welcome.',
      '以艾草与白土低温熟成的手工皂，不做动物实验，接受小批量订单。',
    ),
    languages: ['ko', 'zh'],
  },
  {
    name: said('나무결공방', 'Namugyeol Workshop', '木纹工坊'),
    ceo: '문태온',
    category: '목가구·소반',
    categories: ['woodcraft'],
    address: '강원특별자치도 강릉시 나무골길 00',
    introduction: said(
      '호두나무와 참나무로 소반과 스툴을 짭니다. 분해 포장으로 운송비를 줄였습니다.',
      'Trays and stools of walnut and oak, packed flat to keep freight low.',
      '以胡桃木与橡木制作小盘与凳子，可拆装包装以降低运费。',
    ),
    languages: ['ko', 'en'],
  },
  {
    name: said('다흥섬유', 'Daheung Textiles', '多兴纺织'),
    ceo: '임다흥',
    category: '침구·담요',
    categories: ['textile'],
    address: '대구광역시 서구 직조로 00',
    introduction: said(
      '겹누비 담요와 오방색 원단을 짭니다. 폭과 색을 주문에 맞춰 바꿉니다.',
      'Quilted blankets and cloth in five colours, with width and shade made to order.',
      '织造绗缝毯与五方色面料，可按订单调整幅宽与颜色。',
    ),
    languages: ['ko', 'en'],
  },
  {
    name: said('모아토이', 'Moa Toys', '模雅玩具'),
    ceo: '배시온',
    category: '원목 완구',
    categories: ['living', 'woodcraft'],
    address: '충청북도 청주시 모아길 00',
    introduction: said(
      '원목 완구와 화분을 만듭니다. 유럽 완구 안전 기준 시험을 마쳤습니다.',
      'Wooden toys and planters, tested to the European toy safety standard.',
      '制作原木玩具与花器，已通过欧洲玩具安全标准测试。',
    ),
    languages: ['ko', 'en', 'de'],
  },
]

interface DemoProduct {
  /** Index of its seller. */
  seller: number
  picture: string
  name: Said
  category: Category
  year: number
  certificate: 'award' | 'rookie'
  price: number
  size: string
  ingredients: Said
  color: Said
}

const product = (
  seller: number,
  picture: string,
  name: Said,
  category: Category,
  [certificate, year]: ['award' | 'rookie', number],
  price: number,
  size: string,
  ingredients: Said,
  color: Said,
): DemoProduct => ({ seller, picture, name, category, certificate, year, price, size, ingredients, color })

const jade = said('비색', 'Jade green', '翡色')
const walnut = said('호두나무', 'Walnut', '胡桃木')
const natural = said('자연색', 'Natural', '本色')

export const demoProducts: readonly DemoProduct[] = [
  product(
    0,
    '06-teaset',
    said('청자 다기 다섯 점', 'Celadon tea set of five', '青瓷茶具五件套'),
    'tableware',
    ['award', 2026],
    168_000,
    '118 × 170 mm',
    said('청자토, 장석유', 'Celadon clay, feldspar glaze', '青瓷土、长石釉'),
    jade,
  ),
  product(
    0,
    '01-moonjar',
    said('달항아리 소', 'Small moon jar', '小月亮罐'),
    'tableware',
    ['award', 2025],
    240_000,
    '210 × 200 mm',
    said('백자토', 'White porcelain clay', '白瓷土'),
    said('유백색', 'Milk white', '乳白色'),
  ),
  product(
    0,
    '02-bowls',
    said('포갠 발 세 점', 'Three nested bowls', '叠碗三只'),
    'tableware',
    ['award', 2026],
    96_000,
    '60 × 140 mm',
    said('청자토', 'Celadon clay', '青瓷土'),
    jade,
  ),
  product(
    0,
    '16-vase',
    said('쪽빛 매병', 'Indigo plum vase', '靛蓝梅瓶'),
    'living',
    ['rookie', 2024],
    132_000,
    '260 × 140 mm',
    said('도자토, 코발트유', 'Stoneware, cobalt glaze', '陶土、钴釉'),
    said('쪽빛', 'Indigo', '靛蓝'),
  ),
  product(
    1,
    '08-lacquer',
    said('금선 옻칠 함', 'Lacquer box with gold lines', '金线漆盒'),
    'woodcraft',
    ['award', 2025],
    310_000,
    '90 × 280 mm',
    said('느티나무, 옻', 'Zelkova, lacquer', '榉木、生漆'),
    said('흑색, 주색', 'Black, red', '黑色、朱色'),
  ),
  product(
    1,
    '10-fan',
    said('옻살 쥘부채', 'Folding fan with lacquered ribs', '漆骨折扇'),
    'living',
    ['rookie', 2025],
    58_000,
    '300 mm',
    said('대나무, 한지', 'Bamboo, hanji', '竹、韩纸'),
    natural,
  ),
  product(
    2,
    '03-brass',
    said('두드린 유기 반상기', 'Hammered bronze table set', '锻打铜器餐具'),
    'metalcraft',
    ['award', 2024],
    285_000,
    '75 × 160 mm',
    said('구리 78%, 주석 22%', '78% copper, 22% tin', '铜78%、锡22%'),
    said('금색', 'Gold', '金色'),
  ),
  product(
    2,
    '11-candle',
    said('놋 촛대 세 점', 'Three brass candlesticks', '黄铜烛台三只'),
    'metalcraft',
    ['award', 2026],
    124_000,
    '180 × 60 mm',
    said('황동', 'Brass', '黄铜'),
    said('금색', 'Gold', '金色'),
  ),
  product(
    3,
    '04-lamp',
    said('세 발 한지 등', 'Three-legged paper lamp', '三足韩纸灯'),
    'paper',
    ['award', 2026],
    145_000,
    '420 × 260 mm',
    said('닥 한지, 단풍나무', 'Mulberry paper, maple', '楮纸、枫木'),
    said('미색', 'Ivory', '米色'),
  ),
  product(
    4,
    '09-soap',
    said('쑥과 백토 비누', 'Mugwort and clay soap', '艾草白土皂'),
    'beauty',
    ['rookie', 2026],
    18_000,
    '100 g',
    said('쑥, 백토, 올리브유', 'Mugwort, clay, olive oil', '艾草、白土、橄榄油'),
    natural,
  ),
  product(
    5,
    '15-tray',
    said('호두나무 소반', 'Walnut tray table', '胡桃木小盘'),
    'woodcraft',
    ['award', 2026],
    198_000,
    '120 × 360 mm',
    walnut,
    walnut,
  ),
  product(
    5,
    '05-stool',
    said('세 발 참나무 스툴', 'Three-legged oak stool', '三足橡木凳'),
    'woodcraft',
    ['award', 2025],
    176_000,
    '430 × 320 mm',
    said('참나무', 'Oak', '橡木'),
    natural,
  ),
  product(
    6,
    '12-textile',
    said('겹누비 담요', 'Quilted blanket', '绗缝毯'),
    'textile',
    ['award', 2025],
    89_000,
    '1500 × 2000 mm',
    said('면 100%', '100% cotton', '纯棉'),
    said('다섯 색', 'Five colours', '五色'),
  ),
  product(
    6,
    '07-fabric',
    said('오방색 원단', 'Five-colour cloth', '五方色面料'),
    'textile',
    ['rookie', 2026],
    32_000,
    '1100 mm',
    said('모시, 면', 'Ramie, cotton', '苎麻、棉'),
    said('오방색', 'Five colours', '五方色'),
  ),
  product(
    7,
    '13-toy',
    said('바퀴 달린 나무 말', 'Wooden horse on wheels', '带轮木马'),
    'living',
    ['rookie', 2026],
    42_000,
    '180 × 200 mm',
    said('너도밤나무', 'Beech', '山毛榉'),
    natural,
  ),
  product(
    7,
    '14-planter',
    said('들꽃 토분', 'Meadow planter', '野花陶盆'),
    'living',
    ['rookie', 2025],
    27_000,
    '160 × 150 mm',
    said('적토', 'Red clay', '红陶土'),
    said('적갈색', 'Terracotta', '赤褐色'),
  ),
]

interface DemoBuyer {
  name: Said
  ceo: string
  country: string
  timeZone: string
  city: string
  category: string
  buyerType: 'online' | 'offline'
  interests: Category[]
  languages: string[]
  introduction: Said
}

export const demoBuyers: readonly DemoBuyer[] = [
  {
    name: said('사힐 리빙', 'Sahil Living Trading', '萨希尔家居'),
    ceo: 'S. Rahma',
    country: 'AE',
    timeZone: 'Asia/Dubai',
    city: 'Dubai',
    category: '호텔 납품',
    buyerType: 'online',
    interests: ['tableware', 'living', 'textile'],
    languages: ['en'],
    introduction: said(
      '걸프 지역 호텔과 편집 매장 40곳에 생활용품을 공급합니다.',
      'Supplies 40 hotels and select shops in the Gulf with household goods.',
      '向海湾地区40家酒店与买手店供应生活用品。',
    ),
  },
  {
    name: said('시더앤타이드', 'Cedar & Tide', '雪松与潮'),
    ceo: 'M. Alder',
    country: 'CA',
    timeZone: 'America/Vancouver',
    city: 'Vancouver',
    category: '편집 매장',
    buyerType: 'online',
    interests: ['tableware', 'woodcraft'],
    languages: ['en', 'fr'],
    introduction: said(
      '캐나다 서부의 편집 매장 열두 곳을 운영합니다.',
      'Runs twelve select shops in western Canada.',
      '在加拿大西部经营十二家买手店。',
    ),
  },
  {
    name: said('라인강 하우스', 'Haus am Rhein', '莱茵之家'),
    ceo: 'K. Brandt',
    country: 'DE',
    timeZone: 'Europe/Berlin',
    city: 'Köln',
    category: '백화점',
    buyerType: 'offline',
    interests: ['living', 'textile', 'paper'],
    languages: ['de', 'en'],
    introduction: said(
      '독일 백화점에 동아시아 공예품을 소개합니다.',
      'Brings East Asian crafts to German department stores.',
      '向德国百货公司引进东亚工艺品。',
    ),
  },
  {
    name: said('상하이 목란백화', 'Mulan Department Store', '木兰百货'),
    ceo: '林晓岚',
    country: 'CN',
    timeZone: 'Asia/Shanghai',
    city: '上海',
    category: '백화점',
    buyerType: 'offline',
    interests: ['beauty', 'food', 'living'],
    languages: ['zh'],
    introduction: said(
      '상하이에 백화점 두 곳을 운영합니다.',
      'Runs two department stores in Shanghai.',
      '在上海经营两家百货商场。',
    ),
  },
  {
    name: said('도쿄 하나야', 'Hanaya Tokyo', '东京花屋'),
    ceo: '花井 実',
    country: 'JP',
    timeZone: 'Asia/Tokyo',
    city: '東京',
    category: '온라인몰',
    buyerType: 'online',
    interests: ['paper', 'tableware'],
    languages: ['ja', 'ko'],
    introduction: said(
      '일본 온라인몰에서 그릇과 문구를 판매합니다.',
      'Sells tableware and stationery online in Japan.',
      '在日本线上销售餐具与文具。',
    ),
  },
  {
    name: said('부산 바다살림', 'Bada Living Busan', '釜山海居'),
    ceo: '오하람',
    country: 'KR',
    timeZone: 'Asia/Seoul',
    city: '부산광역시',
    category: '생활용품점',
    buyerType: 'offline',
    interests: ['tableware', 'woodcraft', 'textile'],
    languages: ['ko'],
    introduction: said(
      '부산과 경남에서 생활용품점 아홉 곳을 운영합니다.',
      'Runs nine household shops in Busan and South Gyeongsang.',
      '在釜山与庆南经营九家生活用品店。',
    ),
  },
]
