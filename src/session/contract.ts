import { z } from 'zod'
import { route } from '#kit/contract.ts'

/** The routes by which a browser begins, renews and ends a session; `people/auth` answers them. */
export const sessionRoutes = {
  refreshToken: route({
    method: 'GET',
    path: '/api/auth/refreshToken',
    access: 'basic',
    summary: 'Log in: Basic of the encoded username and password gives a refresh token.',
    answer: z.object({ refreshToken: z.string(), expiresAt: z.iso.datetime() }),
  }),
  accessToken: route({
    method: 'GET',
    path: '/api/auth/accessToken',
    access: 'refresh',
    summary: 'Exchange the refresh token (Bearer) for an access token of 10 minutes.',
    answer: z.object({ accessToken: z.string(), expiresAt: z.iso.datetime() }),
  }),
  logout: route({
    method: 'DELETE',
    path: '/api/auth/refreshToken',
    access: 'refresh',
    summary: 'Log out: the session ends.',
    status: 204,
  }),
}
