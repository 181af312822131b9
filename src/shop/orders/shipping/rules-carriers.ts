/** Parcel carrier with its public tracking page. */
interface Carrier {
  name: string
  /** Other names used by staff and in carriers' files. */
  also: readonly string[]
  /** `{number}` is replaced by the digits of the tracking number. */
  page: string
}

/** Domestic carriers, in the order in which they are offered. */
const carriers: readonly Carrier[] = [
  {
    name: 'CJ대한통운',
    also: ['대한통운', 'CJ택배', 'CJ'],
    page: 'https://trace.cjlogistics.com/next/tracking.html?wblNo={number}',
  },
  {
    name: '우체국택배',
    also: ['우체국', '우체국소포'],
    page: 'https://service.epost.go.kr/trace.RetrieveDomRigiTraceList.comm?sid1={number}',
  },
  {
    name: '한진택배',
    also: ['한진'],
    page: 'https://www.hanjin.com/kor/CMS/DeliveryMgr/WaybillResult.do?mCode=MN038&schLang=KR&wblnumText2={number}',
  },
  {
    name: '롯데택배',
    also: ['롯데', '롯데글로벌로지스'],
    page: 'https://www.lotteglogis.com/home/reservation/tracking/linkView?InvNo={number}',
  },
  { name: '로젠택배', also: ['로젠'], page: 'https://www.ilogen.com/web/personal/trace/{number}' },
]

export const carrierNames: readonly string[] = carriers.map(({ name }) => name)

/** Format of tracking numbers of any carrier. */
export const trackingPattern = /^[\w-]{4,40}$/

const normalizeName = (name: string): string => name.replace(/[\s()]/g, '').toUpperCase()

const findCarrier = (typedName: string): Carrier | undefined =>
  carriers.find(({ name, also }) => [name, ...also].some((one) => normalizeName(one) === normalizeName(typedName)))

/** Returns a carrier's canonical name for any of its names; null if unknown. */
export const findCarrierName = (name: string): string | null => findCarrier(name)?.name ?? null

/**
 * Returns the tracking page of a parcel; null for an unknown carrier or a number that is not 9 to 14 digits, whose page
 * would show nothing.
 */
export const trackingPage = (carrier: string, tracking: string): string | null => {
  const found = findCarrier(carrier)
  const number = tracking.replaceAll('-', '')
  return found && /^\d{9,14}$/.test(number) ? found.page.replace('{number}', number) : null
}
