import { expect } from 'vitest'

/** Expects a call to be refused with a status, and a message at each of these fields. */
export const expectRefusal = (call: Promise<unknown>, status: number, ...fields: string[]): Promise<void> =>
  expect(call).rejects.toMatchObject({
    status,
    refusal: { fields: Object.fromEntries(fields.map((field) => [field, expect.any(String)])) },
  })
