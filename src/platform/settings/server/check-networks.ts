import { BlockList, isIP } from 'node:net'
import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { AppError } from '#kit/errors.ts'
import type { MountContext } from '#kit/module/module.ts'
import { Context } from '#kit/server/context.ts'
import { edgeAnswer } from '#kit/server/http/edge-answer.ts'
import { scopeOf } from '#kit/server/http/mount-kernel.ts'
import { settings } from '../table.ts'

const getAddressFamily = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** Removes the zone of a link-local address and the IPv6 prefix of a mapped IPv4 address. */
const normalizeAddress = (address: string): string => address.replace(/%.*$/, '').replace(/^::ffff:(?=\d+\.)/i, '')

/** True if an address is in one of the networks; false if it is no valid address. */
export const isAdmitted = (networks: readonly string[], clientAddress: string): boolean => {
  const address = normalizeAddress(clientAddress)
  if (isIP(address) === 0) return false
  const list = new BlockList()
  for (const network of networks) {
    const [base = '', bits] = network.split('/')
    if (isIP(base) === 0) continue
    if (bits === undefined) list.addAddress(base, getAddressFamily(base))
    else list.addSubnet(base, Number(bits), getAddressFamily(base))
  }
  return list.check(address, getAddressFamily(address))
}

/** Refuses console calls from other networks than the configured ones; without any, all are admitted. */
export const assertConsoleNetwork = async (context: Context): Promise<void> => {
  const [row] = await context.database
    .select({ networks: sql<string[] | null>`${settings.value} -> 'security' -> 'networks'` })
    .from(settings)
  const networks = row?.networks ?? []
  if (networks.length > 0 && !isAdmitted(networks, context.scope.address)) throw new AppError('network_refused')
}

const decodePath = (path: string): string => {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** Same for the console's pages. They contain no data, but refused clients should not see the log-in either. */
export const guardConsolePages = (server: FastifyInstance, { services }: MountContext): void => {
  server.addHook('onRequest', async (request, reply) => {
    const target = request.raw.url ?? '/'
    if (!/^\/(?:(?:en|cn)\/)?console(?:\/|$)/i.test(decodePath(target.split('?', 1)[0] ?? ''))) return
    try {
      await assertConsoleNetwork(new Context(services, scopeOf(request)))
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      const { accept, 'accept-language': acceptLanguage } = request.headers
      const { status, headers, body } = edgeAnswer(error, { target, accept, acceptLanguage }, request.id)
      return reply.code(status).headers(headers).send(body)
    }
  })
}
