import { z } from 'zod'
import { route } from '#kit/contract.ts'

const path = '/api/v1/me/calendar'
const access = 'member'
const answer = z.object({ calendar: z.object({ address: z.string().nullable() }) })

/** Routes of the caller's calendar feed. */
export const calendarFeed = {
  calendar: route({
    method: 'GET',
    path,
    access,
    owned: true,
    summary: 'Return the address of the caller’s calendar feed; null until one is created.',
    answer,
  }),
  renewCalendar: route({
    method: 'POST',
    path,
    access,
    owned: true,
    summary: 'Create a new address for the caller’s calendar feed and revoke the previous one.',
    answer,
    status: 200,
    perMinute: 20,
  }),
  closeCalendar: route({
    method: 'DELETE',
    path,
    access,
    owned: true,
    summary: 'Close the caller’s calendar feed.',
    status: 204,
  }),
}
