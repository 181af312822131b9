import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import type { Kernel } from './kernel.ts'
import { openApiDocument } from './openapi-document.ts'

// The reader puts style elements into its page; scripts come from here alone, and it talks to nobody else.
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

/** `GET /api/openapi.json`, and `/api/docs` to read and try it. Both are public: tokens are typed in by who has them. */
export const mountOpenApi = async (app: FastifyInstance, kernel: Kernel, version: string): Promise<void> => {
  const document = openApiDocument(kernel.routes, version)
  const text = JSON.stringify(document)
  app.get('/api/openapi.json', async (_request, reply) =>
    reply.type('application/json; charset=utf-8').header('cache-control', 'no-cache').send(text),
  )
  await app.register(swagger, { mode: 'static', specification: { document: document as never } })
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: readerPolicy,
    // Its bar asks for the address of another document.
    theme: {
      title: 'Daecheong API',
      css: [{ filename: 'reader.css', content: '.swagger-ui .topbar { display: none; }' }],
    },
    uiConfig: { docExpansion: 'none', filter: true, displayRequestDuration: true, validatorUrl: null },
  })
}
