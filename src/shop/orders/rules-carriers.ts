/** A carrier of parcels, with the public page on which it tells where one is. */
interface Carrier {
  name: string
  /** Other names by which staff and files of carriers call it. */
  also: readonly string[]
  /** `{number}`: the digits of the number of a parcel. */
  page: string
}

/** Those that carry parcels within Korea, in the order in which they are offered. */
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

/** How numbers of parcels look, of any carrier. */
export const trackingForm = /^[\w-]{4,40}$/

const plain = (name: string): string => name.replace(/[\s()]/g, '').toUpperCase()

const knownCarrier = (called: string): Carrier | undefined =>
  carriers.find(({ name, also }) => [name, ...also].some((one) => plain(one) === plain(called)))

/** The name of a carrier by any of its names; null of one that is not known here. */
export const carrierOf = (called: string): string | null => knownCarrier(called)?.name ?? null

/**
 * The page on which a carrier tells where a parcel is; null of a carrier that is not known here, and of a number that is
 * none of digits: no page is better than one that knows nothing.
 */
export const parcelPage = (carrier: string, tracking: string): string | null => {
  const known = knownCarrier(carrier)
  const number = tracking.replaceAll('-', '')
  return known && /^\d{9,14}$/.test(number) ? known.page.replace('{number}', number) : null
}
