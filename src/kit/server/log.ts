import type { FastifyServerOptions } from 'fastify'
import { withoutValues } from './render-error.ts'

/** Texts and errors of one argument of a log call, at any name. */
const clean = (argument: unknown): unknown =>
  typeof argument === 'string' || argument instanceof Error
    ? withoutValues(argument)
    : typeof argument === 'object' && argument !== null && !Array.isArray(argument)
      ? Object.fromEntries(Object.entries(argument).map(([key, value]) => [key, withoutValues(value)]))
      : argument

const told = (error: unknown) =>
  error instanceof Error ? { type: error.name, message: error.message, stack: error.stack } : error

/**
 * How the server logs. Every call passes the hook, those of children and of Fastify itself too: no line carries the
 * values of a failed statement, under whatever name its error was given.
 */
export const logOptions = (level: string) =>
  ({
    level,
    serializers: {
      // Addresses without their query: what people look for is theirs.
      req: (request: { method: string; url?: string }) => ({
        method: request.method,
        path: request.url?.split('?')[0],
      }),
      error: told,
    },
    redact: ['req.headers.authorization'],
    hooks: {
      logMethod(parameters, method) {
        // Fastify passes its own request and reply objects; only errors and texts in them are replaced.
        method.apply(this, parameters.map(clean) as Parameters<typeof method>)
      },
    },
  }) satisfies FastifyServerOptions['logger']
