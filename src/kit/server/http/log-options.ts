import type { FastifyServerOptions } from 'fastify'
import { withoutValues } from './render-error.ts'

/** Removes values from strings and errors in one log argument, under any property name. */
const clean = (argument: unknown): unknown =>
  typeof argument === 'string' || argument instanceof Error
    ? withoutValues(argument)
    : typeof argument === 'object' && argument !== null && !Array.isArray(argument)
      ? Object.fromEntries(Object.entries(argument).map(([key, value]) => [key, withoutValues(value)]))
      : argument

const describeError = (error: unknown) =>
  error instanceof Error ? { type: error.name, message: error.message, stack: error.stack } : error

/**
 * Logger options. Every call passes the hook, including child loggers and Fastify itself: no log line contains the
 * values of a failed statement, under whatever name its error was passed.
 */
export const logOptions = (level: string) =>
  ({
    level,
    serializers: {
      // Log URLs without their query: search terms are personal.
      req: (request: { method: string; url?: string }) => ({
        method: request.method,
        path: request.url?.split('?')[0],
      }),
      error: describeError,
    },
    redact: ['req.headers.authorization'],
    hooks: {
      logMethod(parameters, method) {
        // Fastify passes its own request and reply objects; replace only errors and strings in them.
        method.apply(this, parameters.map(clean) as Parameters<typeof method>)
      },
    },
  }) satisfies FastifyServerOptions['logger']
