import * as z from 'zod'
import { networkAt } from '../../platform/http/network.ts'
import { Throttle } from '../../platform/http/throttle.ts'
import { publicPage } from '../../platform/screens/call/public.ts'
import { type Services, singleton } from '../../platform/services.ts'
import { TOKEN_SECONDS } from './api-clients.rules.ts'

const lookOf = singleton(({ pool }) => new Throttle(pool, { name: 'api-docs', tries: 120, seconds: 600 }))

/** What other programs can ask, as the declarations of those calls tell it. */
const callsOf = ({ registry }: Services) =>
  registry.screens.flatMap(({ scope, docs, routes }) =>
    scope === undefined || docs === undefined ? [] : routes.map(({ method, path }) => ({ method, path, scope, docs })),
  )

const shown = (value: object) => JSON.stringify(value, null, 2)

/** The API for who writes a program that uses it. */
export const apiDocs = publicPage({
  path: '/api/docs',
  title: 'API',
  show: async ({ services, address }) => {
    await lookOf(services).spend(address)
    const { origin } = new URL(services.config.baseUrl)
    return {
      indexed: true,
      view: 'system/api-clients/docs',
      data: {
        origin,
        minutes: TOKEN_SECONDS / 60,
        calls: callsOf(services).map(({ method, path, scope, docs }) => ({
          ...{ method, path, scope, title: docs.title, text: docs.text },
          sample: docs.sample ? shown(docs.sample) : null,
          answer: shown(docs.answer),
        })),
      },
    }
  },
})

/** The names in the path of a call, as OpenAPI writes them. */
const parametersOf = (path: string) =>
  [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({ name, in: 'path', required: true, schema: { type: 'string' } }))

/** The same for programs (OpenAPI 3.1). */
export const openApi = publicPage({
  path: '/api/openapi.json',
  title: 'API',
  show: async ({ services, exchange }) => {
    await lookOf(services).spend(networkAt(exchange.req))
    const paths: Record<string, Record<string, object>> = {}
    for (const { method, path, scope, docs } of callsOf(services))
      (paths[path.replace(/:(\w+)/g, '{$1}')] ??= {})[method.toLowerCase()] = {
        summary: docs.title,
        description: docs.text,
        security: [{ oauth: [scope] }],
        parameters: parametersOf(path),
        ...(docs.sends
          ? {
              requestBody: {
                required: true,
                content: {
                  'application/json': {
                    schema: z.toJSONSchema(docs.sends, { io: 'input', unrepresentable: 'any' }),
                    example: docs.sample,
                  },
                },
              },
            }
          : {}),
        responses: { 200: { description: 'OK', content: { 'application/json': { example: docs.answer } } } },
      }
    return {
      json: {
        openapi: '3.1.0',
        info: { title: 'Noordkaap', version: '1' },
        servers: [{ url: new URL(services.config.baseUrl).origin }],
        components: {
          securitySchemes: {
            oauth: { type: 'oauth2', flows: { clientCredentials: { tokenUrl: '/oauth/token', scopes: {} } } },
          },
        },
        paths,
      },
    }
  },
})
