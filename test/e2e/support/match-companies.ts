import { randomUUID } from 'node:crypto'
import { findBusinessNumberError } from '../../../src/kit/text/business-number.ts'
import { pdf } from '../../files/sample-files.ts'
import { type Application, logIn } from '../../server/start-application.ts'
import { codeIn, readLastMail } from './read-member-mail.ts'

type Json = Record<string, unknown>

/** Calls the API with these headers; a refusal throws an error with its status and body. */
export const callAs = async <T = Json>(
  { url }: Pick<Application, 'url'>,
  headers: Record<string, string>,
  method: string,
  path: string,
  body?: object,
): Promise<T> => {
  const answer = await fetch(url + path, {
    method,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
  return (answer.status === 204 ? {} : await answer.json()) as T
}

let joined = 0
/**
 * Returns a separate IP address per company, since rate limits apply per address: 30 codes an hour and 20
 * participations a minute.
 */
const freshNetwork = () => {
  joined += 1
  return { 'x-forwarded-for': `10.2.${joined >> 8}.${joined & 255}` }
}

let made = 0
/** Returns an unused business number with a valid check digit. */
export const freshNumber = (): string => {
  made += 1
  const digits = `${String(process.pid % 900).padStart(3, '1')}${String(Date.now() % 10_000).padStart(4, '0')}${String(made).padStart(2, '0')}`
  return `${digits}${[...'0123456789'].find((last) => findBusinessNumberError(digits + last) === null)}`
}

export interface Joined {
  username: string
  businessNumber: string
  company: string
}

/** Registers a company through the API; adds its password to those of the product. */
export const joinCompany = async (product: Application, company: string): Promise<Joined> => {
  const username = `co-${randomUUID().slice(0, 8)}`
  const [contact, businessNumber] = [`${username}@example.com`, freshNumber()]
  const network = freshNetwork()
  const call = <T>(path: string, body: object) => callAs<T>(product, network, 'POST', path, body)
  const { certification } = await call<{ certification: { _id: string; contact: string } }>('/api/v1/users/certify', {
    channel: 'EMAIL',
    contact,
  })
  const { proof } = await call<{ proof: { token: string } }>(`/api/v1/users/certify/${certification._id}`, {
    channel: 'EMAIL',
    contact: certification.contact,
    code: codeIn(await readLastMail(product, contact)),
  })
  const form = new FormData()
  form.append('businessRegistration', new Blob([new Uint8Array(pdf())], { type: 'application/pdf' }), 'paper.pdf')
  const sent = await fetch(`${product.url}/api/v1/users/businessRegistration`, {
    method: 'POST',
    headers: network,
    body: form,
  })
  const { file } = (await sent.json()) as { file: { ticket: string } }
  const { terms } = await callAs<{ terms: { code: string; version: string; required: boolean }[] }>(
    product,
    {},
    'GET',
    '/api/v1/users/consents',
  )
  await call('/api/v1/users', {
    kind: 'COMPANY',
    username,
    password: 'a quiet gate of pine',
    name: '담당',
    proof: proof.token,
    over14: true,
    consents: { terms: terms.filter(({ required }) => required).map(({ code, version }) => ({ code, version })) },
    company: {
      name: company,
      ceo: '한결',
      category: '생활',
      address: '주소 00',
      businessNumber,
      businessRegistration: file.ticket,
    },
  })
  product.passwords[username] = 'a quiet gate of pine'
  return { username, businessNumber, company }
}

const minute = 60_000
const day = 24 * 60 * minute

/** Creates a fair that accepts companies now, with one session of three hours. */
export const openFair = async (product: Application, title: string, fields: Json = {}): Promise<string> => {
  const soon = Math.ceil(Date.now() / (30 * minute)) * 30 * minute + day
  // Keep the three hours within one day in Seoul, whatever the current time.
  const intoDay = (soon + 9 * 60 * minute) % day
  const start = intoDay >= day - 180 * minute ? soon + day - intoDay : soon
  const at = (after: number) => new Date(start + after * minute).toISOString()
  const { fair } = await callAs<{ fair: { _id: string } }>(
    product,
    await logIn(product, 'owner'),
    'POST',
    '/api/console/fairs',
    {
      title: { ko: title, en: title, cn: title },
      phase: 'applying',
      startsAt: at(0),
      endsAt: at(180),
      sessions: [{ startAt: at(0), endAt: at(180) }],
      tables: 2,
      rooms: 2,
      ...fields,
    },
  )
  return fair._id
}

/**
 * Registers a company for a fair and approves it, a seller with an entry in the program list; returns the id of its
 * profile.
 */
export const takePart = async (
  product: Application,
  fair: string,
  role: 'seller' | 'buyer',
  one: Joined,
  profile: Json = {},
): Promise<string> => {
  const desk = await logIn(product, 'owner')
  const own = { ...freshNetwork(), ...(await logIn(product, one.username)) }
  const { businessNumber, company } = one
  if (role === 'seller')
    await callAs(product, desk, 'POST', '/api/console/programmes', {
      programme: 'award',
      year: 2026,
      businessNumber,
      company,
    })
  const rest = role === 'buyer' ? { buyerType: 'online', areaCity: 'Seoul', interests: ['tableware'] } : {}
  const { introduction } = await callAs<{ introduction: { _id: string } }>(
    product,
    own,
    'POST',
    '/api/v1/me/profiles',
    { role, categories: ['tableware'], ...rest, ...profile },
  )
  const { fair: part } = await callAs<{ fair: { _id: string } }>(product, own, 'POST', '/api/v1/me/fairs', {
    fair,
    role,
  })
  await callAs(product, desk, 'POST', '/api/console/participations/decide', { ids: [part._id], state: 'approved' })
  return introduction._id
}
