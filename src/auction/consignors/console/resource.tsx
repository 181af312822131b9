import { consoleResource } from '#console/kit/parts/values/console-resource.ts'
import { blankInput, pickInput } from '#kit/input-fields.ts'
import { clientOf } from '#session/session.ts'
import { type Consignor, ConsignorInput, consignors } from '../contract.ts'

export const client = clientOf(consignors)
export const resource = consoleResource(consignors)

export const toInput = (consignor: Consignor) => pickInput(ConsignorInput, consignor)

export const blank = blankInput(ConsignorInput, { name: '' })

/** Formats hundredths of a percent: 1000 → `10%`. */
export const formatPercent = (rate: number): string => `${rate / 100}%`
