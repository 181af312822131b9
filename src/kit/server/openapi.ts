import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'

const description = `All paths of the product. Lists answer \`{ <plural>: […], total, page, limit }\`, one record
\`{ <singular>: {…} }\`. Times are ISO 8601 in UTC. A PUT carries the \`updatedAt\` it was made from, or \`If-Match\`;
a stale one is 412 with the present record in \`current\`. Refusals are \`{ message, code, fields? }\` in the language
of Accept-Language (ko, en, cn).`

/** OpenAPI 3.1 from the schemas that validate; call before the routes are mounted. */
export const registerOpenApi = (app: FastifyInstance, version: string) =>
  app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Daecheong API', version, description },
      servers: [{ url: '/' }],
      components: {
        securitySchemes: {
          bearer: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: 'JWT',
            description: 'Access token; the refresh token for /api/auth.',
          },
          basic: { type: 'http', scheme: 'basic', description: 'Username and password in UTF-8, only for the log-in.' },
        },
      },
    },
    transform: jsonSchemaTransform,
  })

/** `GET /api/openapi.json`. */
export const mountOpenApi = (app: FastifyInstance): void => {
  app.get('/api/openapi.json', { schema: { hide: true } }, async (_request, reply) =>
    reply.header('cache-control', 'no-cache').send(app.swagger()),
  )
}
