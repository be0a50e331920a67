import * as z from 'zod'
import { SECRET_LENGTH } from './kept-secret.ts'

const flag = (name: string) =>
  z
    .enum(['0', '1'], { error: `${name} must be 1 or 0.` })
    .transform((value) => value === '1')
    .optional()

const url = (name: string, protocols: RegExp, expected: string) =>
  z
    .url({ protocol: protocols, error: `${name} must be an address that starts with ${expected}.` })
    .transform((value) => value.replace(/\/+$/, ''))
    .optional()

// Not z.url(): an address over a unix socket has no host and is no URL to the browser's standard.
const database = (name: string) =>
  z
    .string()
    .regex(/^postgres(ql)?:\/\/\S+$/, {
      error: `${name} must be an address that starts with postgres:// or postgresql://.`,
    })
    .optional()

const secret = (name: string) =>
  z
    .string()
    .min(SECRET_LENGTH, { error: `${name} must be at least ${SECRET_LENGTH} characters long.` })
    .optional()

/** The variables of the environment, by their names. */
export const variables = z.object({
  NODE_ENV: z
    .enum(['development', 'production', 'test'], { error: 'NODE_ENV must be development, production or test.' })
    .default('development'),
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, { error: 'PORT must be a whole number from 0 to 65535.' })
    .transform(Number)
    .refine((port) => port <= 65_535, { error: 'PORT must be a whole number from 0 to 65535.' })
    .default(3000),
  HOST: z
    .string()
    .regex(/^[\w.:[\]-]+$/, { error: 'HOST must be a host name or an IP address.' })
    .default('127.0.0.1'),
  DATABASE_URL: database('DATABASE_URL'),
  MIGRATION_DATABASE_URL: database('MIGRATION_DATABASE_URL'),
  DATA_DIR: z.string().default('var'),
  BASE_URL: url('BASE_URL', /^https?$/, 'http:// or https://'),
  TRUST_PROXY: z
    .string()
    .regex(
      /^(\d+|[\da-fA-F.:/]+|loopback|linklocal|uniquelocal)(\s*,\s*([\da-fA-F.:/]+|loopback|linklocal|uniquelocal))*$/,
      {
        error:
          'TRUST_PROXY must be the number of proxies in front of the server, or their addresses with commas between.',
      },
    )
    .transform((value) => (/^\d+$/.test(value) ? Number(value) || (false as const) : value.split(/\s*,\s*/)))
    .optional(),
  SESSION_SECRET: secret('SESSION_SECRET'),
  SESSION_SECRET_PREVIOUS: secret('SESSION_SECRET_PREVIOUS'),
  SMTP_URL: url('SMTP_URL', /^smtps?$/, 'smtp:// or smtps://'),
  SMTP_OWN_NETWORK: flag('SMTP_OWN_NETWORK'),
  MICROSOFT_CLIENT_ID: z.string().optional(),
  MICROSOFT_CLIENT_SECRET: z.string().optional(),
  MICROSOFT_TENANT: z
    .string()
    .regex(/^[\w.-]+$/, { error: 'MICROSOFT_TENANT must be the id or domain of a directory.' })
    .default('organizations'),
  MICROSOFT_LOGIN_URL: url('MICROSOFT_LOGIN_URL', /^https?$/, 'http:// or https://'),
  MICROSOFT_GRAPH_URL: url('MICROSOFT_GRAPH_URL', /^https?$/, 'http:// or https://'),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  GOOGLE_LOGIN_URL: url('GOOGLE_LOGIN_URL', /^https?$/, 'http:// or https://'),
  GOOGLE_TOKEN_URL: url('GOOGLE_TOKEN_URL', /^https?$/, 'http:// or https://'),
  GOOGLE_API_URL: url('GOOGLE_API_URL', /^https?$/, 'http:// or https://'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'LOG_LEVEL must be fatal, error, warn, info, debug, trace or silent.',
    })
    .default('info'),
  NOORDKAAP_DEMO: flag('NOORDKAAP_DEMO'),
  NOORDKAAP_DEMO_PUBLIC: flag('NOORDKAAP_DEMO_PUBLIC'),
  NOORDKAAP_DEMO_PAST: flag('NOORDKAAP_DEMO_PAST'),
  NOORDKAAP_DEV: flag('NOORDKAAP_DEV'),
  NOORDKAAP_RESET: flag('NOORDKAAP_RESET'),
  PDOK_URL: url('PDOK_URL', /^https?$/, 'http:// or https://'),
  KVK_URL: url('KVK_URL', /^https?$/, 'http:// or https://'),
  KVK_API_KEY: z.string().optional(),
  HOK_URL: url('HOK_URL', /^https?$/, 'http:// or https://'),
  HOK_API_KEY: z.string().optional(),
  NIBHV_HOSTS: z
    .string()
    .regex(/^[a-z\d.:,-]+$/, { error: 'NIBHV_HOSTS must be host names with commas between.' })
    .optional(),
  E_LEARNING_URL: url('E_LEARNING_URL', /^https?$/, 'http:// or https://'),
  E_LEARNING_API_KEY: z.string().optional(),
  VIES_URL: url('VIES_URL', /^https?$/, 'http:// or https://'),
  EXACT_CLIENT_ID: z.string().optional(),
  EXACT_CLIENT_SECRET: z.string().optional(),
  EXACT_URL: url('EXACT_URL', /^https?$/, 'http:// or https://'),
  MONEYBIRD_CLIENT_ID: z.string().optional(),
  MONEYBIRD_CLIENT_SECRET: z.string().optional(),
  MONEYBIRD_URL: url('MONEYBIRD_URL', /^https?$/, 'http:// or https://'),
  MOLLIE_URL: url('MOLLIE_URL', /^https?$/, 'http:// or https://'),
  MOLLIE_API_KEY: z.string().optional(),
  MOLLIE_ACCESS_TOKEN: z.string().optional(),
  REMOTE_SUPPORT: flag('REMOTE_SUPPORT'),
  MIGRATION_ASSISTANT: flag('MIGRATION_ASSISTANT'),
  OLD_SYSTEM_URL: database('OLD_SYSTEM_URL'),
  STUN_URL: z
    .string()
    .regex(/^stuns?:[\w.:-]+$/, { error: 'STUN_URL must be an address that starts with stun:.' })
    .optional(),
  TURN_URL: z
    .string()
    .regex(/^turns?:[\w.:?=-]+$/, { error: 'TURN_URL must be an address that starts with turn:.' })
    .optional(),
  TURN_USERNAME: z.string().optional(),
  TURN_PASSWORD: z.string().optional(),
})
