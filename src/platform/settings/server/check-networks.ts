import { BlockList, isIP } from 'node:net'
import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { AppError } from '#kit/errors.ts'
import type { MountContext } from '#kit/module/module.ts'
import { Context } from '#kit/server/context.ts'
import { edgeAnswer } from '#kit/server/http/edge-answer.ts'
import { scopeOf } from '#kit/server/http/mount-kernel.ts'
import { settings } from '../table.ts'

const family = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** Without the zone of a link-local address, and an IPv4 address that came over an IPv6 socket as what it is. */
const plainAddress = (address: string): string => address.replace(/%.*$/, '').replace(/^::ffff:(?=\d+\.)/i, '')

/** Whether an address is in one of the networks. What is no address is in none. */
export const isAdmitted = (networks: readonly string[], given: string): boolean => {
  const address = plainAddress(given)
  if (isIP(address) === 0) return false
  const list = new BlockList()
  for (const network of networks) {
    const [base = '', bits] = network.split('/')
    if (isIP(base) === 0) continue
    if (bits === undefined) list.addAddress(base, family(base))
    else list.addSubnet(base, Number(bits), family(base))
  }
  return list.check(address, family(address))
}

/** Refuses a caller of the console from a network that the settings do not name; where they name none, all may enter. */
export const admitToConsole = async (context: Context): Promise<void> => {
  const [row] = await context.database
    .select({ networks: sql<string[] | null>`${settings.value} -> 'security' -> 'networks'` })
    .from(settings)
  const networks = row?.networks ?? []
  if (networks.length > 0 && !isAdmitted(networks, context.scope.address)) throw new AppError('network_refused')
}

const decoded = (path: string): string => {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** The same for the console's pages. They hold no data; but who may not enter sees no log-in either. */
export const guardConsolePages = (server: FastifyInstance, { services }: MountContext): void => {
  server.addHook('onRequest', async (request, reply) => {
    const target = request.raw.url ?? '/'
    if (!/^\/(?:(?:en|cn)\/)?console(?:\/|$)/i.test(decoded(target.split('?', 1)[0] ?? ''))) return
    try {
      await admitToConsole(new Context(services, scopeOf(request)))
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      const { accept, 'accept-language': acceptLanguage } = request.headers
      const { status, headers, body } = edgeAnswer(error, { target, accept, acceptLanguage }, request.id)
      return reply.code(status).headers(headers).send(body)
    }
  })
}
