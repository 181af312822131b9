import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { Context, type Principal } from '#kit/server/context.ts'
import type { Samples } from '#kit/server/openapi/samples.ts'
import { createBusinessNumber } from '#people/companies/factory.ts'
import { buildPickup } from '#shop/conditions/factory.ts'
import { buildOption } from '#shop/goods/factory.ts'
import type { orders as contract } from './contract.ts'
import { OrderInput } from './contract-records.ts'
import type { DeliveryMethod, OrderState } from './rules.ts'
import {
  confirmTransfer,
  deliverOrder,
  handOverOrder,
  markReady,
  prepareOrder,
  shipOrder,
} from './server/change-order-state.ts'
import { confirmOrder } from './server/confirm-purchase.ts'
import { placeOrder } from './server/place-order.ts'
import { type OrderRow, shopOrders } from './table.ts'

type Input = z.input<typeof OrderInput>

export const refundAccount = { bank: '시연은행', number: '000-1111-2222', holder: '차하은' }

export const homeAddress = {
  name: '차하은',
  phone: '010-0000-2741',
  postcode: '21999',
  address: '인천 연수구 갯벌로 00',
  detail: '1203호',
}

export const invoiceInput = (): NonNullable<Input['taxInvoice']> => ({
  businessNumber: createBusinessNumber(),
  company: '한빛공방 주식회사',
  ceo: '문가람',
  address: '인천 연수구 갯벌로 00',
  businessType: '도매 및 소매업',
  businessItem: '공예품',
  email: 'tax@mail.example',
})

/** Returns a new approval number in the format of the National Tax Service. */
export const newApproval = (): string => `20261127${randomUUID().replaceAll('-', '').slice(0, 16)}`

export const orderInput = (overrides: Partial<Input> & Pick<Input, 'lines' | 'total'>): Input => ({
  key: randomUUID(),
  buyer: { name: '차하은', phone: '010-0000-2741', email: 'cha@mail.example' },
  to: homeAddress,
  depositor: '차하은',
  agreed: true,
  ...overrides,
})

/** Creates an order of one product in a state; a guest's order without `userId`. */
export const buildOrder = async (
  context: Context,
  {
    userId = null,
    state = 'ordered',
    quantity = 1,
    option,
    way = 'parcel',
    taxInvoice = null,
  }: {
    userId?: string | null
    state?: Exclude<OrderState, 'cancelled'>
    quantity?: number
    option?: string
    way?: DeliveryMethod
    taxInvoice?: Input['taxInvoice']
  } = {},
): Promise<OrderRow> => {
  const optionId = option ?? (await buildOption(context, { price: 128_000 })).option.id
  const principal: Principal | null = userId
    ? { userId, sessionId: '', username: 'x', name: '차하은', level: 'member', rank: 0, scopes: [] }
    : null
  const own = new Context(context.services, { ...context.scope, principal })
  const input = orderInput({ lines: [{ option: optionId, quantity }], total: 128_000 * quantity, way, taxInvoice })
  if (way === 'pickup') await buildPickup(context)
  const { id, code } = await placeOrder(own, OrderInput.parse(input))
  type Step = Exclude<OrderState, 'ordered' | 'cancelled'>
  const steps: Step[] = ['paid', 'preparing', way === 'pickup' ? 'ready' : 'shipped', 'delivered', 'confirmed']
  const acts = {
    paid: () => confirmTransfer(context, id, ''),
    preparing: () => prepareOrder(context, id),
    shipped: () => shipOrder(context, id, { carrier: '시연택배', tracking: '4410-0000-288' }),
    ready: () => markReady(context, id),
    delivered: () => (code ? handOverOrder(context, code) : deliverOrder(context, id)),
    confirmed: () => confirmOrder(context, eq(shopOrders.id, id)),
  }
  if (state !== 'ordered') for (const step of steps.slice(0, steps.indexOf(state) + 1)) await acts[step]()
  const [row] = await context.database.select().from(shopOrders).where(eq(shopOrders.id, id))
  if (!row) throw new Error('The order was not made')
  return row
}

type State = Exclude<OrderState, 'cancelled'>
const own = async (context: Context, state?: State) => ({
  params: { id: (await buildOrder(context, { userId: context.principal.userId, ...(state && { state }) })).id },
})
const guests = async (context: Context, state?: State) => ({
  params: { ticket: (await buildOrder(context, { ...(state && { state }) })).ticket ?? '' },
})
const desk = async (context: Context, state?: State) => ({
  params: { id: (await buildOrder(context, { ...(state && { state }) })).id },
})
const address = { to: homeAddress, memo: '문 앞' }

export const samples: Samples<typeof contract> = {
  place: async (context) => {
    const { option } = await buildOption(context, { price: 128_000 })
    const lines = [{ option: option.id, quantity: 1 }]
    return { body: orderInput({ lines, total: 128_000, taxInvoice: invoiceInput() }) }
  },
  find: async (context) => {
    const { number, createdAt } = await buildOrder(context)
    const month = new Date(createdAt.getTime() + 9 * 3_600_000).toISOString().slice(2, 7).replace('-', '')
    return { body: { number: `S-${month}-${String(number).padStart(4, '0')}`, contact: 'cha@mail.example' } }
  },
  open: (context) => own(context),
  cancel: async (context) => ({ ...(await own(context)), body: {} }),
  moveTo: async (context) => ({ ...(await own(context)), body: address }),
  payBy: async (context) => ({ ...(await own(context)), body: { payment: 'bank', depositor: '차하은' } }),
  invoiceTo: async (context) => ({ ...(await own(context)), body: { taxInvoice: invoiceInput() } }),
  confirm: (context) => own(context, 'delivered'),
  paper: async (context) => {
    const { params } = await own(context, 'paid')
    return { params: { ...params, kind: 'receipt' } }
  },
  guestOpen: (context) => guests(context),
  guestCancel: async (context) => ({ ...(await guests(context)), body: {} }),
  guestMoveTo: async (context) => ({ ...(await guests(context)), body: address }),
  guestPayBy: async (context) => ({ ...(await guests(context)), body: { payment: 'bank', depositor: '차하은' } }),
  guestInvoiceTo: async (context) => ({ ...(await guests(context)), body: { taxInvoice: invoiceInput() } }),
  guestConfirm: (context) => guests(context, 'delivered'),
  guestPaper: async (context) => {
    const { params } = await guests(context)
    return { params: { ...params, kind: 'statement' } }
  },
  get: (context) => desk(context),
  deskPaper: async (context) => {
    const { params } = await desk(context)
    return { params: { ...params, kind: 'statement' } }
  },
  statements: async (context) => ({ body: { orders: [(await buildOrder(context)).id] } }),
  pay: async (context) => ({ ...(await desk(context)), body: { note: '입금 확인' } }),
  issueInvoice: async (context) => {
    const { id } = await buildOrder(context, { state: 'paid', taxInvoice: invoiceInput() })
    return { params: { id }, body: { approval: newApproval() } }
  },
  prepare: (context) => desk(context, 'paid'),
  ship: async (context) => ({
    ...(await desk(context, 'preparing')),
    body: { carrier: '시연택배', tracking: '4410-0000-288' },
  }),
  shippingSheet: async () => ({ body: { reason: '오늘 보낼 택배 접수' } }),
  deliver: (context) => desk(context, 'shipped'),
  ready: async (context) => {
    const { id } = await buildOrder(context, { way: 'pickup', state: 'preparing' })
    return { params: { id } }
  },
  handOver: async (context) => {
    const { code } = await buildOrder(context, { way: 'pickup', state: 'ready' })
    return { body: { code: code ?? '' } }
  },
  giveUp: async (context) => ({ ...(await desk(context)), body: { reason: '재고가 맞지 않습니다.' } }),
}
