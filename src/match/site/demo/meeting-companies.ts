import { type LocalizedText, localizedText } from './demo-types.ts'

/** Introductions of the companies seeded by the matchings module, by English name. */
export const meetingCompanyIntroductions: Readonly<Record<string, LocalizedText>> = {
  Guungyeol: localizedText(
    '종로 작업실에서 찻잔과 접시를 빚습니다. 결이 살아 있는 유약을 자체 배합하며, 처음 주문은 80점, 납기는 6주입니다.',
    'Cups and plates from a studio in Jongno, with a grained glaze mixed in-house. First orders are 80 pieces, delivered in six weeks.',
    '在钟路工作室制作茶杯与盘碟，自行调配纹理釉。首单80件，交期六周。',
  ),
  'Nuri Lacquer': localizedText(
    '옻칠 쟁반과 차판을 월 300점 생산합니다. 항공 화물용 개별 상자를 기본으로 제공합니다.',
    'Makes 300 lacquered trays and tea boards a month. Single boxes for air freight are standard.',
    '每月生产漆托盘与茶盘300件，标配空运单件包装盒。',
  ),
  'Gaon Brass': localizedText(
    '3대째 수저와 제기를 두드려 만드는 유기 공방입니다. 각인과 주머니 제작까지 한 공방에서 마칩니다.',
    'A bronze workshop in its third generation, hammering cutlery and ritual vessels. Engraving and pouches are done in the same place.',
    '传承三代的铜器工坊，锻制勺筷与祭器，刻字与布袋均在坊内完成。',
  ),
  'Daol Textile': localizedText(
    '모시와 삼베로 식탁 직물을 짭니다. 가로 최대 3미터까지 이음매 없이 재단해 납품합니다.',
    'Weaves ramie and hemp for the table. Cloths are cut without a seam up to three metres wide.',
    '以苎麻与大麻织制餐桌布品，最宽3米可无接缝裁切。',
  ),
  'Saemul Paper': localizedText(
    '지하수로 뜬 한지를 조명과 벽지로 가공합니다. 조명은 KC 인증을 받았고 갓 형태를 도면대로 제작합니다.',
    'Turns spring-water hanji into lamps and wall coverings. Lamps are KC certified, and shades follow the client’s drawing.',
    '以地下水抄制的韩纸加工灯具与墙纸。灯具通过KC认证，可按图制作灯罩。',
  ),
  'Onsaemi Foods': localizedText(
    '들깨와 쌀로 밀가루 없는 과자를 굽습니다. HACCP 시설에서 하루 1만 2천 봉을 생산합니다.',
    'Bakes wheat-free biscuits of perilla and rice. Output is 12,000 bags a day in a HACCP plant.',
    '以紫苏籽与大米烘制无小麦饼干，HACCP工厂日产1.2万袋。',
  ),
  'Yunseul Beauty': localizedText(
    '약쑥 추출물을 기반으로 고형 비누와 세안제를 개발합니다. CGMP 시설에서 위탁 생산도 받습니다.',
    'Develops bar soaps and cleansers from mugwort extract. Contract manufacture is accepted at its CGMP plant.',
    '以药艾提取物研发香皂与洁面产品，CGMP工厂承接代工。',
  ),
  'Maru Living': localizedText(
    '느티나무로 좌식 가구와 의자를 만듭니다. 매장 인테리어 도면에 맞춘 높이 변경을 한 개부터 받습니다.',
    'Floor furniture and chairs of zelkova. Heights are altered to a shop’s interior drawings from a single piece.',
    '以榉木制作坐式家具与椅凳，可按店铺图纸单件调整高度。',
  ),
  'Nordheim Trading': localizedText(
    '베를린에서 매장 3곳과 온라인몰을 운영하며 식기와 목공예품을 직접 수입합니다.',
    'Three shops and an online store in Berlin, importing tableware and woodcraft directly.',
    '在柏林经营三家门店与网店，直接进口餐具与木工艺品。',
  ),
  'Bayside Market': localizedText(
    '캘리포니아 식료품점 22곳의 구매를 맡아 과자와 세안용품을 분기마다 교체합니다.',
    'Buys for 22 grocers in California and changes its biscuits and toiletries each quarter.',
    '负责加州22家食品店采购，每季度更换饼干与洗护商品。',
  ),
  'Minghe Trading': localizedText(
    '상하이에서 화장품과 다기를 백화점 행사장에 공급하는 수입사입니다. 위생 허가 서류를 중국어로 준비합니다.',
    'A Shanghai importer placing cosmetics and teaware in department-store events. It prepares the Chinese permit papers itself.',
    '上海进口商，向百货活动供应化妆品与茶具，自行办理中文许可文件。',
  ),
  'Hanairo Store': localizedText(
    '도쿄 골목 상점에서 종이와 천 제품만 취급합니다. 진열 공간이 작아 한 번에 20점 이내로 구매합니다.',
    'Paper and cloth goods only, in a backstreet shop in Tokyo. Space is small, so purchases stay within twenty pieces.',
    '东京巷内小店，只经营纸品与布品，陈列空间有限，单次采购20件以内。',
  ),
  'Handeul Select': localizedText(
    '서울과 대전에서 편집숍을 운영하고, 신생 공예 업체의 제품을 두 달간 시범 판매합니다.',
    'Select shops in Seoul and Daejeon, where goods of young craft firms are put on trial sale for two months.',
    '在首尔与大田经营买手店，为新创工艺企业提供两个月试销。',
  ),
  'Thames Home': localizedText(
    '런던과 근교 매장 여섯 곳에서 의자와 담요를 판매합니다. 배송비를 줄이려고 조립식 제품을 우선합니다.',
    'Chairs and blankets in six shops in and around London. Flat-packed goods come first, to save freight.',
    '在伦敦及近郊六家门店销售椅凳与毯子，为节省运费优先选择可拆装产品。',
  ),
}

interface OtherProduct {
  /** Korean name, used as the key. */
  ko: string
  picture: string
  size: string
  month: number
  ingredients: LocalizedText
  color: LocalizedText
  features: LocalizedText
  method: LocalizedText
}

export const meetingCompanyProducts: readonly OtherProduct[] = [
  {
    ko: '결 찻잔',
    picture: '02-bowls-cup',
    size: '60 × 80 mm',
    month: 3,
    ingredients: localizedText('백자토, 투명유', 'White porcelain, clear glaze', '白瓷土、透明釉'),
    color: localizedText('백색', 'White', '白色'),
    features: localizedText(
      '표면의 가는 물레 결이 손에 잡히는 180㎖ 찻잔입니다. 여섯 개들이 상자로 80점부터 납품합니다.',
      'A 180 ml cup whose fine throwing lines can be felt. Supplied from 80, in boxes of six.',
      '180毫升茶杯，可触到细密拉坯纹。六只装盒，80只起供。',
    ),
    method: localizedText(
      '물레를 늦추며 나무 칼로 결을 남기고 1,250도에서 굽습니다.',
      'The wheel is slowed and a wooden knife leaves the lines; fired at 1,250 °C.',
      '减慢轮速以木刀留纹，1,250度烧成。',
    ),
  },
  {
    ko: '결 찻잔 II',
    picture: '06-teaset-cups',
    size: '52 × 84 mm',
    month: 6,
    ingredients: localizedText('청자토, 나무 재 유약', 'Celadon clay, wood-ash glaze', '青瓷土、木灰釉'),
    color: localizedText('맑은 비색', 'Clear jade', '清翡色'),
    features: localizedText(
      '낮고 넓은 형태로 바꾼 두 번째 찻잔이며 세 점을 한 벌로 판매합니다. 차판은 별도 견적입니다.',
      'The second cup of the series, lower and wider, sold in threes. The board is quoted separately.',
      '系列第二款，杯型更低更宽，三只一套。茶盘另行报价。',
    ),
    method: localizedText(
      '유약을 얇게 세 번 걸쳐 결 사이에 색이 고이게 합니다.',
      'Three thin coats of glaze gather in the lines and deepen the colour.',
      '薄釉三遍，使釉色积于纹间。',
    ),
  },
  {
    ko: '옻칠 쟁반',
    picture: '15-tray',
    size: '28 × 330 mm',
    month: 2,
    ingredients: localizedText('호두나무, 정제 옻', 'Walnut, refined lacquer', '胡桃木、精制漆'),
    color: localizedText('투명 옻색', 'Clear lacquer brown', '透漆棕'),
    features: localizedText(
      '물기를 닦아 바로 포개도 붙지 않습니다. 찻집과 한정식당에서 30점 단위로 구매합니다.',
      'Wiped dry, trays stack at once without sticking. Tea houses and restaurants buy them by thirty.',
      '擦干即可叠放不粘连，茶馆与韩定食餐厅以30件为单位采购。',
    ),
    method: localizedText(
      '옻을 먹인 나무를 젖은 방에서 이틀씩 네 번 굳힙니다.',
      'Lacquered four times, with two days in a humid room after each coat.',
      '上漆四遍，每遍在湿房内固化两天。',
    ),
  },
  {
    ko: '옻칠 쟁반 II',
    picture: '15-tray-rim',
    size: '32 × 400 mm',
    month: 9,
    ingredients: localizedText('호두나무, 삼베, 옻', 'Walnut, hemp cloth, lacquer', '胡桃木、麻布、生漆'),
    color: localizedText('흑갈색', 'Black-brown', '黑褐色'),
    features: localizedText(
      '네 사람 다과상을 올리는 지름 40cm 크기입니다. 바닥에 삼베를 둘러 무거운 그릇에도 휘지 않습니다.',
      'At 40 cm it serves four. Hemp around the base keeps it from bowing under heavy dishes.',
      '直径40厘米，可供四人茶点。底部裹麻布，承重不弯。',
    ),
    method: localizedText(
      '바닥에 삼베를 바른 뒤 흙과 옻을 섞은 죽을 메우고 곱게 갈아 냅니다.',
      'Hemp is pasted underneath, filled with a clay and lacquer paste, and ground smooth.',
      '底面裱麻布，填漆灰后研磨平整。',
    ),
  },
  {
    ko: '유기 수저 세트',
    picture: '03-brass-spoon',
    size: '210 × 38 mm',
    month: 4,
    ingredients: localizedText('방짜 청동', 'Hammered bronze', '锻打铜合金'),
    color: localizedText('황금색', 'Golden', '金黄色'),
    features: localizedText(
      '한 사람 몫 수저와 받침을 무명 주머니에 담습니다. 이름 각인은 주문 후 열흘이 걸립니다.',
      'Spoon, chopsticks and a rest for one, in a cotton pouch. Engraved names take ten days.',
      '一人份勺筷配筷枕，装于棉布袋。刻名需下单后十天。',
    ),
    method: localizedText(
      '술잎과 자루를 한 덩이에서 늘여 이음매가 없습니다.',
      'Bowl and handle are drawn from one piece, without a joint.',
      '勺面与勺柄由一块料延展而成，无接缝。',
    ),
  },
  {
    ko: '유기 수저 세트 II',
    picture: '03-brass',
    size: '75 × 150 mm',
    month: 7,
    ingredients: localizedText('유기 합금, 무명', 'Bronze alloy, cotton', '青铜合金、棉布'),
    color: localizedText('짙은 금색', 'Dark gold', '深金色'),
    features: localizedText(
      '수저에 밥그릇과 국그릇을 더한 상차림입니다. 혼례 답례용으로 두 벌 상자를 40상자부터 만듭니다.',
      'Cutlery with a rice and a soup bowl. Boxes of two settings for weddings start at 40.',
      '勺筷另配饭碗与汤碗。婚礼回礼用双套礼盒40盒起订。',
    ),
    method: localizedText(
      '그릇은 네 명이 돌아가며 두드리고, 수저는 같은 날 나온 쇳물로 맞춥니다.',
      'Four smiths take turns on the bowls; the cutlery comes from the same melt, to match in colour.',
      '碗由四名匠人轮流锻打，勺筷取同一炉料以保持色泽一致。',
    ),
  },
  {
    ko: '모시 식탁보',
    picture: '12-textile',
    size: '1400 × 1400 mm',
    month: 5,
    ingredients: localizedText('모시 100%', '100% ramie', '纯苎麻'),
    color: localizedText('노랑, 남색, 옥, 살구, 흰색', 'Yellow, navy, jade, apricot, white', '黄、藏青、玉、杏、白'),
    features: localizedText(
      '네 사람 식탁에 맞는 정사각 식탁보로 풀을 먹이지 않아도 빳빳합니다. 색상별 12장부터 주문합니다.',
      'A square cloth for a table of four, crisp without starch. From twelve per colour.',
      '四人桌方形桌布，不上浆亦挺括，每色12条起订。',
    ),
    method: localizedText(
      '모시 올을 한 올씩 잇고 손베틀로 짠 뒤 가장자리를 감쳐 마무리합니다.',
      'Fibres are joined one by one, woven on a hand loom and whip-stitched at the edge.',
      '麻丝逐根接续，以手织机织成，边缘缲缝。',
    ),
  },
  {
    ko: '모시 식탁보 II',
    picture: '07-fabric',
    size: '1400 × 2400 mm',
    month: 8,
    ingredients: localizedText('모시 80%, 마 20%', '80% ramie, 20% linen', '苎麻80%、亚麻20%'),
    color: localizedText('빨강, 노랑, 옥, 흰색, 쪽색', 'Red, yellow, jade, white, indigo', '红、黄、玉、白、靛'),
    features: localizedText(
      '긴 식탁과 연회장에 쓰도록 두루마리로 발송해 현장에서 재단합니다. 식당 세탁소의 고온 다림질에도 견딥니다.',
      'For long tables and banquets: sent on the roll and cut on site. Withstands the hot presses of restaurant laundries.',
      '适用长桌与宴会，成卷发货现场裁剪，可耐餐厅洗衣房高温熨烫。',
    ),
    method: localizedText(
      '아마 실을 씨실에 섞어 동력 직기로 짜고 효소로 한 번 씻습니다.',
      'Flax is mixed into the weft on a power loom, and the cloth washed once with enzymes.',
      '纬纱混入亚麻，动力织机织造后酶洗一遍。',
    ),
  },
  {
    ko: '한지 조명',
    picture: '04-lamp',
    size: '400 × 250 mm',
    month: 1,
    ingredients: localizedText('닥지, 참나무 다리', 'Mulberry paper, oak legs', '楮纸、橡木灯脚'),
    color: localizedText('전구색', 'Warm light', '暖光色'),
    features: localizedText(
      '둥근 갓 아래로 빛이 번지는 낮은 탁상등입니다. 전압별 플러그를 바꿔 끼우고 25대부터 출고합니다.',
      'A low table lamp whose globe throws light downwards. Plugs are changed for each market; from 25 units.',
      '圆罩低台灯，光线向下漫开。插头可按市场更换，25台起发。',
    ),
    method: localizedText(
      '풍선 틀에 종이 띠를 엇갈려 붙여 이음선이 보이지 않게 합니다.',
      'Strips are crossed over a balloon form, so that no seam shows.',
      '纸条交错裱于气球模上，不见接缝。',
    ),
  },
  {
    ko: '한지 조명 II',
    picture: '04-lamp-legs',
    size: '620 × 380 mm',
    month: 10,
    ingredients: localizedText('두 겹 닥지, 물푸레나무', 'Two-layer mulberry paper, ash', '双层楮纸、水曲柳'),
    color: localizedText('미색 갓, 나무 다리', 'Ivory shade, wooden legs', '米色罩、木脚'),
    features: localizedText(
      '바닥에 세우는 높이 62cm 조명으로 호텔 복도에 놓입니다. 갓만 바꾸는 유지 보수 계약을 함께 제안합니다.',
      'A floor lamp of 62 cm for hotel corridors. A service contract for exchanging the shades is offered with it.',
      '落地灯高62厘米，用于酒店走廊，可另签灯罩更换维护合约。',
    ),
    method: localizedText(
      '다리 끝에 고무 굽을 박고, 갓과 다리 사이 고리는 황동으로 깎습니다.',
      'Legs end in rubber feet, and the ring between shade and legs is turned in brass.',
      '灯脚嵌橡胶垫，罩与脚之间的连接环以黄铜车制。',
    ),
  },
  {
    ko: '들깨 과자',
    picture: '15-tray-rim',
    size: '120 g',
    month: 2,
    ingredients: localizedText(
      '들깨 35%, 쌀가루, 조청',
      '35% perilla seed, rice flour, rice syrup',
      '紫苏籽35%、米粉、米糖浆',
    ),
    color: localizedText('노릇한 갈색', 'Toasted brown', '烘焙棕'),
    features: localizedText(
      '설탕 대신 조청으로 단맛을 내고 글루텐 검출 시험을 마쳤습니다. 유통기한 9개월, 상자당 20봉입니다.',
      'Sweetened with rice syrup instead of sugar and tested for gluten. Keeps for nine months; 20 bags to the carton.',
      '以米糖浆代替砂糖，已做麸质检测。保质期九个月，每箱20袋。',
    ),
    method: localizedText(
      '들깨를 낮은 불에 볶아 반죽에 섞고 150도에서 18분 굽습니다.',
      'Seeds are roasted over a low flame, mixed into the dough and baked for 18 minutes at 150 °C.',
      '紫苏籽小火炒香拌入面团，150度烘烤18分钟。',
    ),
  },
  {
    ko: '들깨 과자 II',
    picture: '15-tray',
    size: '6 × 40 g',
    month: 9,
    ingredients: localizedText('들깨, 찹쌀, 쑥', 'Perilla seed, glutinous rice, mugwort', '紫苏籽、糯米、艾草'),
    color: localizedText('쑥색과 흰색', 'Green and white', '艾绿与白'),
    features: localizedText(
      '쑥 맛과 담백한 맛을 낱개로 싸서 여섯 봉을 담은 선물용입니다. 영문과 중문 성분표를 상자에 인쇄합니다.',
      'Mugwort and plain biscuits wrapped singly, six to a gift box. Ingredients are printed in English and Chinese.',
      '艾草味与原味独立包装，六袋礼盒装，盒面印有英文与中文配料表。',
    ),
    method: localizedText(
      '찹쌀을 쪄서 말린 뒤 튀기지 않고 뜨거운 소금으로 부풀립니다.',
      'Steamed and dried rice is puffed in hot salt instead of oil.',
      '糯米蒸熟晾干，以热盐膨化而非油炸。',
    ),
  },
  {
    ko: '쑥 비누',
    picture: '09-soap',
    size: '95 g',
    month: 3,
    ingredients: localizedText(
      '강화 약쑥 추출물, 팜 대체 유지',
      'Ganghwa mugwort extract, palm-free oils',
      '江华药艾提取物、无棕榈油脂',
    ),
    color: localizedText('옅은 쑥색', 'Pale mugwort', '浅艾色'),
    features: localizedText(
      '손 씻기와 목욕에 두루 쓰는 중성에 가까운 비누입니다. 48개들이 상자로 판매하며 사용기한은 30개월입니다.',
      'A mild bar for hands and bath, sold by the box of 48, with a shelf life of 30 months.',
      '洗手沐浴皆宜的温和香皂，每箱48块，保质期30个月。',
    ),
    method: localizedText(
      '약쑥을 사흘 우려낸 물로 가성 용액을 만들어 섞습니다.',
      'The lye is made with water in which mugwort has steeped for three days.',
      '以药艾浸泡三天的水配制碱液。',
    ),
  },
  {
    ko: '쑥 비누 II',
    picture: '09-soap-bar',
    size: '130 g',
    month: 11,
    ingredients: localizedText('약쑥 가루, 시어버터', 'Mugwort powder, shea butter', '药艾粉、乳木果油'),
    color: localizedText('유백색, 쑥 알갱이', 'Milk white with flecks', '乳白色含艾粒'),
    features: localizedText(
      '건조한 계절을 위해 시어버터를 12% 넣었습니다. 위탁 생산은 3,000개부터 향과 모양을 정할 수 있습니다.',
      'With 12% shea butter for dry seasons. For own labels, scent and shape can be set from 3,000 bars.',
      '添加12%乳木果油，适合干燥季节。代工3,000块起可定香型与形状。',
    ),
    method: localizedText(
      '틀에서 꺼낸 비누를 손으로 자르고 종이 받침 위에서 석 주 말립니다.',
      'Cut by hand from the block and dried on paper for three weeks.',
      '脱模后手工切块，置纸垫上晾干三周。',
    ),
  },
  {
    ko: '느티나무 의자',
    picture: '05-stool',
    size: '420 × 330 mm',
    month: 5,
    ingredients: localizedText('느티나무, 천연 왁스', 'Zelkova, natural wax', '榉木、天然蜡'),
    color: localizedText('누런 갈색', 'Yellow-brown', '黄棕色'),
    features: localizedText(
      '식당 대기석과 매장 피팅룸에 놓는 의자입니다. 완제품으로 출고하며 열 개부터 5주가 걸립니다.',
      'A stool for waiting areas and fitting rooms. Shipped assembled, in five weeks from ten pieces.',
      '适用餐厅等候区与试衣间，整装出货，10件起交期五周。',
    ),
    method: localizedText(
      '느티나무를 한 해 재운 뒤 끌로 촉을 파서 짜 맞춥니다.',
      'Zelkova is seasoned for a year and joined with chiselled tenons.',
      '榉木陈放一年，以凿榫拼装。',
    ),
  },
  {
    ko: '느티나무 의자 II',
    picture: '05-stool-seat',
    size: '450 × 380 mm',
    month: 8,
    ingredients: localizedText('느티나무 고재, 왁스', 'Reclaimed zelkova, wax', '榉木旧料、蜡'),
    color: localizedText('고재 갈색', 'Aged brown', '旧木棕'),
    features: localizedText(
      '헐린 한옥의 마루를 다시 켜서 만들어 못 자국이 남아 있습니다. 한 집에서 나온 목재로 최대 14개까지 맞춥니다.',
      'Sawn from the floors of dismantled hanok houses, nail marks and all. Up to 14 are matched from one house.',
      '取自拆除韩屋的地板，保留钉痕。同一房屋木料最多可配14件。',
    ),
    method: localizedText(
      '고재에서 쇠를 뽑아내고 훈증한 다음 새 다리를 끼웁니다.',
      'Old metal is drawn, the boards are fumigated, and new legs fitted.',
      '旧料去钉熏蒸后安装新凳脚。',
    ),
  },
]
