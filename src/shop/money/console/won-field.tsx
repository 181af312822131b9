import { NumberUnitField, type NumberUnitFieldProps } from '#console/kit/form/fields/number-unit-field.tsx'
import { m } from '#messages/messages.js'

/** Input for whole won. */
export const WonField = (props: NumberUnitFieldProps) => (
  <NumberUnitField {...props} width={220} suffix={` ${m.shop_currency()}`} />
)
