import type { z } from 'zod'
import { ById, route } from '#kit/contract.ts'

/** Declares a change of one's own matching by one of its sides. `answer`: schema of the matching. */
export const matchingAction =
  <A extends z.ZodObject>(answer: A) =>
  <const Path extends string, const Body extends z.ZodObject>(tail: Path, summary: string, body: Body) =>
    route({
      method: 'POST',
      path: `/api/v1/me/matchings/{id}/${tail}`,
      access: 'member',
      owned: true,
      ofOneSide: true,
      summary,
      params: ById,
      body,
      answer,
      status: 200,
      idempotent: true,
    })
