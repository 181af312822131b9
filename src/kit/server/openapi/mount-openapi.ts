import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import type { Kernel } from '../kernel.ts'
import { openApiDocument } from './openapi-document.ts'

// The API reader injects style elements; scripts and connections are limited to this origin.
const readerPolicy = [
  `default-src 'none'`,
  `script-src 'self'`,
  `style-src 'self' 'unsafe-inline'`,
  `img-src 'self' data:`,
  `font-src 'self' data:`,
  `connect-src 'self'`,
  `form-action 'none'`,
  `base-uri 'none'`,
  `frame-ancestors 'none'`,
].join('; ')

/**
 * Serves `GET /api/openapi.json` and a reader at `/api/docs`. Both are public: users enter their own tokens. The
 * document takes a third of a second of CPU, so it is built at the first request instead of at start.
 */
export const mountOpenApi = async (app: FastifyInstance, kernel: Kernel, version: string): Promise<void> => {
  let loaded: { document: ReturnType<typeof openApiDocument>; text: string } | undefined
  const load = () => {
    if (!loaded) {
      const document = openApiDocument(kernel.routes, version)
      loaded = { document, text: JSON.stringify(document) }
    }
    return loaded
  }
  app.get('/api/openapi.json', async (_request, reply) =>
    reply.type('application/json; charset=utf-8').header('cache-control', 'no-cache').send(load().text),
  )
  // The reader requires the plugin and a document when mounted; `transformSpecification` provides the real one.
  await app.register(swagger, { mode: 'static', specification: { document: { openapi: '3.1.0' } as never } })
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: readerPolicy,
    transformSpecification: () => load().document,
    transformSpecificationClone: false,
    // Hide the top bar, which prompts for another document's URL.
    theme: {
      title: 'Daecheong API',
      css: [{ filename: 'reader.css', content: '.swagger-ui .topbar { display: none; }' }],
    },
    uiConfig: { docExpansion: 'none', filter: true, displayRequestDuration: true, validatorUrl: null },
  })
}
