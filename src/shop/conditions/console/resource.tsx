import type { z } from 'zod'
import type { EditableResource } from '#console/kit/form/form-declaration.ts'
import type { Recorded } from '#kit/resource.ts'
import { clientOf } from '#session/session.ts'
import { type Conditions, type ConditionsInput, conditions } from '../contract.ts'

export type ConditionsShape = z.output<typeof ConditionsInput>

/** The single conditions record, in the shape that forms expect. */
export type ConditionsRecord = Conditions & Recorded

export const client = clientOf(conditions)

export const conditionsId = 'conditions'

const record = (one: Conditions): ConditionsRecord => ({ ...one, _id: conditionsId, createdAt: one.updatedAt })

export const resource: EditableResource<ConditionsRecord, ConditionsShape> = {
  path: conditions.get.path,
  access: 'console:shop',
  get: async (_, options) => record((await client.get(undefined, options)).conditions),
  update: async (_, change, updatedAt, options) =>
    record((await client.update({ body: { ...change, updatedAt } }, options)).conditions),
}

export const toInput = ({ _id, createdAt, updatedAt, levels, ...fields }: ConditionsRecord): ConditionsShape => fields

/** Initial form values only; the conditions always exist. */
export const blank: ConditionsShape = {
  bank: '',
  account: '',
  holder: '',
  payDays: 2,
  deliveryFee: 3000,
  freeFrom: 50_000,
  returnFee: 3000,
  pointRate: 100,
  reviewPoints: 500,
  pointMonths: 12,
  leastPoints: 100,
  pickupPlace: {},
  pickupFrom: '10:00',
  pickupTo: '18:00',
  pickupDays: 7,
  levelRates: [],
}
