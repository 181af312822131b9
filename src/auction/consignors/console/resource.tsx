import type { z } from 'zod'
import { consoleResource } from '#console/kit/parts/values/console-resource.ts'
import { clientOf } from '#session/session.ts'
import { type Consignor, type ConsignorInput, consignors } from '../contract.ts'

export const client = clientOf(consignors)
export const resource = consoleResource(consignors)

export type ConsignorShape = z.output<typeof ConsignorInput>

export const toInput = ({ _id, createdAt, updatedAt, account, works, ...fields }: Consignor): ConsignorShape => fields

export const blank: ConsignorShape = { name: '', email: null, phone: null, commission: 1000, note: '' }

/** Formats hundredths of a percent: 1000 → `10%`. */
export const formatPercent = (rate: number): string => `${rate / 100}%`
