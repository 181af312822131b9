import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { assetId } from '#kit/files/assets.ts'
import type { SeedContext } from '#kit/module/module.ts'
import type { Context } from '#kit/server/context.ts'
import { insertRecords } from '#kit/server/records/records.ts'
import { MapPart, OfficeInput } from './contract.ts'
import { offices } from './table.ts'

const maps = join(import.meta.dirname, '../../../assets/content/offices')

const readMap = async (key: string) =>
  z.array(MapPart).parse(JSON.parse(await readFile(join(maps, `${key}.json`), 'utf8')))

/** Returns the offices in order, each with its map from `assets/content/offices`. */
export const demoOffices = (): Promise<z.input<typeof OfficeInput>[]> =>
  Promise.all(records.map(async (office) => ({ ...office, opening, map: await readMap(office.key) })))

/** Machine-readable form of the hours below. */
const opening = ['Mo-Fr 09:00-12:00', 'Mo-Fr 13:00-18:00']

const weekdays = {
  ko: '평일 09:00–18:00(점심 12:00–13:00). 주말·공휴일은 예약 상담만 가능합니다.',
  en: 'Weekdays 09:00–18:00 (closed 12:00–13:00). Weekends and public holidays by appointment.',
  cn: '工作日 09:00–18:00（午休 12:00–13:00）。周末及公休日须预约。',
}

/** Streets and buildings are fictional; the phone numbers are not assigned. */
const records: z.input<typeof OfficeInput>[] = [
  {
    key: 'seoul',
    title: { ko: '서울 주사무소', en: 'Seoul main office', cn: '首尔总所' },
    address: {
      ko: '서울특별시 서초구 너른마루길 218 마루빌딩',
      en: 'Maru Building, 218 Neoreunmaru-gil, Seocho-gu, Seoul',
      cn: '首尔特别市瑞草区 Neoreunmaru-gil 218号 Maru大厦',
    },
    floor: { ko: '9층', en: '9F', cn: '9层' },
    phone: '02-000-1200',
    fax: '02-000-1201',
    hours: weekdays,
    transit: {
      ko: '지하철 2호선 서초역 도보 8분, 너른마루길 정류장 도보 2분',
      en: '8 min walk from Seocho Station (Line 2), 2 min from the Neoreunmaru-gil bus stop',
      cn: '距地铁2号线瑞草站步行8分钟，距 Neoreunmaru-gil 公交站步行2分钟',
    },
    parking: {
      ko: '지하 2–4층. 상담 시 2시간 주차 지원. 높이 2.3\u00a0m 이하.',
      en: 'Basement levels 2–4. Two hours’ parking during consultations. Height limit 2.3\u00a0m.',
      cn: '地下2至4层，咨询期间可登记停车两小时。限高2.3米。',
    },
    storeys: 13,
    ownStorey: 9,
    picture: assetId('offices/seoul'),
    position: 1,
  },
  {
    key: 'seoul-branch',
    title: { ko: '서울 분사무소', en: 'Seoul branch', cn: '首尔分所' },
    address: {
      ko: '서울특별시 송파구 물나루길 64 나루타워',
      en: 'Naru Tower, 64 Mulnaru-gil, Songpa-gu, Seoul',
      cn: '首尔特别市松坡区 Mulnaru-gil 64号 Naru大厦',
    },
    floor: { ko: '14층', en: '14F', cn: '14层' },
    phone: '02-000-1300',
    fax: '02-000-1301',
    hours: weekdays,
    transit: {
      ko: '지하철 8호선 잠실역 도보 10분, 물나루길 정류장 앞',
      en: '10 min walk from Jamsil Station (Line 8), next to the Mulnaru-gil bus stop',
      cn: '距地铁8号线蚕室站步行10分钟，Mulnaru-gil 公交站旁',
    },
    parking: {
      ko: '지하 1–3층. 상담 시 2시간 주차 지원. 자주식.',
      en: 'Basement levels 1–3. Two hours’ parking during consultations. No mechanical parking.',
      cn: '地下1至3层，咨询期间可登记停车两小时。无机械式车位。',
    },
    storeys: 18,
    ownStorey: 14,
    picture: assetId('offices/seoul-branch'),
    position: 2,
  },
  {
    key: 'incheon',
    title: { ko: '인천 분사무소', en: 'Incheon branch', cn: '仁川分所' },
    address: {
      ko: '인천광역시 연수구 갯바람길 131 물때빌딩',
      en: 'Multtae Building, 131 Gaetbaram-gil, Yeonsu-gu, Incheon',
      cn: '仁川广域市延寿区 Gaetbaram-gil 131号 Multtae大厦',
    },
    floor: { ko: '6층', en: '6F', cn: '6层' },
    phone: '032-000-1400',
    fax: '032-000-1401',
    hours: weekdays,
    transit: {
      ko: '인천 1호선 센트럴파크역에서 버스로 두 정거장, 갯바람길 정류장 도보 3분',
      en: 'Two stops by bus from Central Park Station (Incheon Line 1), then a 3 min walk from Gaetbaram-gil',
      cn: '自仁川1号线中央公园站乘公交两站，Gaetbaram-gil 站下车步行3分钟',
    },
    parking: {
      ko: '옥외 주차장 12면과 지하 1층. 조사 장비 하역 공간 별도.',
      en: '12 outdoor spaces and basement level 1, with a loading bay for survey equipment.',
      cn: '室外车位12个及地下1层，另设检测设备装卸区。',
    },
    storeys: 8,
    ownStorey: 6,
    picture: assetId('offices/incheon'),
    position: 3,
  },
  {
    key: 'gwangju',
    title: { ko: '광주 분사무소', en: 'Gwangju branch', cn: '光州分所' },
    address: {
      ko: '광주광역시 서구 무등바람길 95 누리마루센터',
      en: 'Nurimaru Centre, 95 Mudeungbaram-gil, Seo-gu, Gwangju',
      cn: '光州广域市西区 Mudeungbaram-gil 95号 Nurimaru中心',
    },
    floor: { ko: '11층', en: '11F', cn: '11层' },
    phone: '062-000-1500',
    fax: '062-000-1501',
    hours: weekdays,
    transit: {
      ko: '광주 도시철도 1호선 상무역 도보 9분, 누리마루센터 정류장 앞',
      en: '9 min walk from Sangmu Station (Line 1), next to the Nurimaru Centre bus stop',
      cn: '距光州地铁1号线尚武站步行9分钟，Nurimaru中心公交站旁',
    },
    parking: {
      ko: '지하 1–3층. 상담 시 2시간 주차 지원. 지하 3층이 넓습니다.',
      en: 'Basement levels 1–3. Two hours’ parking during consultations. Level 3 has wider spaces.',
      cn: '地下1至3层，咨询期间可登记停车两小时。地下3层车位较宽。',
    },
    storeys: 15,
    ownStorey: 11,
    picture: assetId('offices/gwangju'),
    position: 4,
  },
]

/** Seeds an empty database (`Module.fill`). */
export const seed = async (context: Context, { isDemo }: SeedContext): Promise<void> => {
  if (isDemo) await insertRecords(context, offices, OfficeInput, await demoOffices())
}
