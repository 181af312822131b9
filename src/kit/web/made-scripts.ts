import { promisify } from 'node:util'
import { brotliCompress, gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { acceptedCodings, type Coding } from '../cache/negotiate.ts'
import type { MadeScript } from './manifest.ts'

const toBrotli = promisify(brotliCompress)

/** Serves scripts from memory as the built ones are served: coded, named by their content, kept for good. */
export const serveScripts = (app: FastifyInstance, scripts: readonly MadeScript[]): void => {
  for (const { url, text } of scripts) {
    // A quarter of a second for all, on other threads: the start does not wait for it, nor for its failure.
    const br = toBrotli(text)
    br.catch(() => undefined)
    const bodies: Record<Coding, Buffer | Promise<Buffer>> = {
      br,
      gzip: gzipSync(text),
      identity: Buffer.from(text),
    }
    app.get(url, async (request, reply) => {
      const [coding = 'identity'] = acceptedCodings(request.headers['accept-encoding'])
      if (coding !== 'identity') reply.header('content-encoding', coding)
      return reply
        .headers({
          'content-type': 'text/javascript; charset=utf-8',
          'cache-control': 'public, max-age=31536000, immutable',
          'x-content-type-options': 'nosniff',
          vary: 'Accept-Encoding',
        })
        .send(await bodies[coding])
    })
  }
}
