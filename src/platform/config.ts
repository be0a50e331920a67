import path from 'node:path'
import type * as z from 'zod'
import { variables } from './config-variables.ts'
import { ConfigError, SECRET_LENGTH, keptSecret } from './kept-secret.ts'

export { ConfigError }

/** An application registered at Microsoft or Google, through which an administrator signs in to a mailbox. */
export interface MailProviderConfig {
  clientId: string
  clientSecret: string
  /** Directory of the organisation at Microsoft. */
  tenant: string
  loginUrl: string
  tokenUrl: string
  apiUrl: string
}

/** An application registered at a package for bookkeeping, through which an administrator links it. */
export interface AccountingConfig {
  clientId: string
  clientSecret: string
  /** Without a slash at the end. */
  url: string
}

/** Everything the surroundings decide about a running Noordkaap. */
export interface Config {
  environment: 'development' | 'production' | 'test'
  production: boolean
  /** TCP port; 0 lets the system choose one. */
  port: number
  host: string
  /** Absent: the embedded database under `dataDir` is used. */
  databaseUrl: string | undefined
  /** The owner of the tables, who migrates; absent: the user of `databaseUrl` does. */
  migrationDatabaseUrl: string | undefined
  /** Absolute path of the folder for the embedded database, uploaded files and the kept secret. */
  dataDir: string
  /** Address under which browsers reach the product, without a slash at the end. */
  baseUrl: string
  /** The product is reached over https: HSTS, `upgrade-insecure-requests` and `secure` cookies apply. */
  secure: boolean
  /** Value for Express' 'trust proxy': none, the number of proxies in front, or their addresses. */
  trustProxy: false | number | string[]
  sessionSecret: string
  /** The secret before this one: its cookies still count, and what it sealed is opened, and sealed anew. */
  previousSecret: string | undefined
  /** Absent: a mailbox or server of the settings is used, else mail is kept in the outbox and not sent. */
  smtpUrl: string | undefined
  /** Whether a mail server that is set up in the settings may stand in the own network. */
  smtpOwnNetwork: boolean
  /** Absent: nobody can sign in to a mailbox there. */
  mailProviders: { microsoft: MailProviderConfig | undefined; google: MailProviderConfig | undefined }
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'
  /** The demo story and the accounts with known passwords exist. */
  demo: boolean
  /** Orders and invoices of the months before are part of that story. */
  demoPast: boolean
  /** Features that only developers see. */
  dev: boolean
  /** An administrator may put everything back to the demo story. */
  reset: boolean
  /** PDOK Locatieserver without a slash at the end; undefined: addresses are not looked up. */
  addressRegisterUrl: string | undefined
  /** KVK API and the key to it; both undefined: the trade register is not asked. */
  tradeRegisterUrl: string | undefined
  tradeRegisterKey: string | undefined
  /** The interface of Het Oranje Kruis and the key to it; without an address nobody is passed on. */
  hokUrl: string | undefined
  hokKey: string | undefined
  /** Hosts (with a port where it is no usual one) of NIBHV that a connection may be set up to: https, or this machine. */
  nibhvHosts: string[]
  eLearningUrl: string | undefined
  eLearningKey: string | undefined
  /** VIES, the register of VAT numbers of the European Union, without a slash at the end; undefined: it is not asked. */
  viesUrl: string | undefined
  /** Absent: it cannot be linked. */
  accountingProviders: { exact: AccountingConfig | undefined; moneybird: AccountingConfig | undefined }
  /** The payment provider, without a slash at the end, and a key to it that holds until one is typed in the settings. */
  paymentUrl: string | undefined
  paymentKey: string | undefined
  /** A token of the organisation, to which the provider tells what it paid out; likewise. */
  paymentToken: string | undefined
  /** Absent: the helpdesk cannot be asked for a live connection. Servers that help browsers find one another, none by default. */
  remoteSupport: { ice: IceServer[] } | undefined
  /** Absent: nobody can move over from an older system. Its database, which is only read; null: files alone. */
  migration: { url: string | null } | undefined
}

/** As browsers take it (RTCIceServer). */
interface IceServer {
  urls: string
  username?: string
  credential?: string
}

const PDOK = 'https://api.pdok.nl/bzk/locatieserver/search/v3_1'
const KVK = 'https://api.kvk.nl/api'
const MOLLIE = 'https://api.mollie.com/v2'
const VIES = 'https://ec.europa.eu/taxation_customs/vies/rest-api'

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/

/**
 * Reads and checks the environment. An empty variable counts as absent.
 * Outside production a missing SESSION_SECRET is made once and kept under DATA_DIR, so that sessions survive a restart.
 * @throws {ConfigError} with one sentence for the first variable that is wrong
 */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()))
  const parsed = variables.safeParse(given)
  if (!parsed.success) throw new ConfigError(parsed.error.issues[0]!.message)
  const read = parsed.data

  const production = read.NODE_ENV === 'production'
  const demo = read.NOORDKAAP_DEMO ?? read.DATABASE_URL === undefined
  if (demo && production && !LOOPBACK.test(read.HOST) && !read.NOORDKAAP_DEMO_PUBLIC) {
    throw new ConfigError(
      `The demo has well-known passwords and HOST=${read.HOST} is open to others: set NOORDKAAP_DEMO=0, or NOORDKAAP_DEMO_PUBLIC=1 when that is really meant.`,
    )
  }
  if (read.NOORDKAAP_RESET && !demo) {
    throw new ConfigError(
      'NOORDKAAP_RESET puts everything back to the demo, whose accounts have well-known passwords: it needs NOORDKAAP_DEMO=1.',
    )
  }
  if (production && !read.SESSION_SECRET) {
    throw new ConfigError(`SESSION_SECRET is required in production (at least ${SECRET_LENGTH} random characters).`)
  }
  if (read.MIGRATION_DATABASE_URL && !read.DATABASE_URL)
    throw new ConfigError(
      'MIGRATION_DATABASE_URL is of no use without DATABASE_URL, the user that the application has.',
    )
  const dataDir = path.resolve(read.DATA_DIR)
  const baseUrl = read.BASE_URL ?? `http://localhost:${read.PORT}`
  return {
    environment: read.NODE_ENV,
    production,
    port: read.PORT,
    host: read.HOST,
    databaseUrl: read.DATABASE_URL,
    migrationDatabaseUrl: read.MIGRATION_DATABASE_URL,
    dataDir,
    baseUrl,
    secure: baseUrl.startsWith('https:'),
    trustProxy: read.TRUST_PROXY ?? false,
    sessionSecret: read.SESSION_SECRET ?? keptSecret(dataDir),
    previousSecret: read.SESSION_SECRET_PREVIOUS,
    smtpUrl: read.SMTP_URL,
    smtpOwnNetwork: read.SMTP_OWN_NETWORK ?? false,
    mailProviders: mailProviders(read),
    logLevel: read.LOG_LEVEL,
    demo,
    demoPast: read.NOORDKAAP_DEMO_PAST ?? true,
    dev: read.NOORDKAAP_DEV ?? false,
    reset: read.NOORDKAAP_RESET ?? demo,
    // The demo asks nobody outside: without an address it gets stand-ins (simulators.ts).
    addressRegisterUrl: read.PDOK_URL ?? (demo ? undefined : PDOK),
    tradeRegisterUrl: read.KVK_URL ?? (demo || !read.KVK_API_KEY ? undefined : KVK),
    tradeRegisterKey: read.KVK_API_KEY,
    hokUrl: read.HOK_URL,
    hokKey: read.HOK_API_KEY,
    nibhvHosts: read.NIBHV_HOSTS?.split(',') ?? [],
    eLearningUrl: read.E_LEARNING_URL,
    eLearningKey: read.E_LEARNING_API_KEY,
    viesUrl: read.VIES_URL ?? (demo ? undefined : VIES),
    accountingProviders: {
      exact: registered('EXACT', read.EXACT_CLIENT_ID, read.EXACT_CLIENT_SECRET, {
        url: read.EXACT_URL ?? 'https://start.exactonline.nl',
      }),
      moneybird: registered('MONEYBIRD', read.MONEYBIRD_CLIENT_ID, read.MONEYBIRD_CLIENT_SECRET, {
        url: read.MONEYBIRD_URL ?? 'https://moneybird.com',
      }),
    },
    paymentUrl: read.MOLLIE_URL ?? (demo ? undefined : MOLLIE),
    paymentKey: read.MOLLIE_API_KEY,
    paymentToken: read.MOLLIE_ACCESS_TOKEN,
    remoteSupport: read.REMOTE_SUPPORT ? { ice: iceServers(read) } : undefined,
    migration: read.MIGRATION_ASSISTANT || read.OLD_SYSTEM_URL ? { url: read.OLD_SYSTEM_URL ?? null } : undefined,
  }
}

/** Whether there is probably a proxy in front that TRUST_PROXY does not tell of: we speak no https ourselves. */
export const isBehindUnknownProxy = ({ secure, host, trustProxy }: Pick<Config, 'secure' | 'host' | 'trustProxy'>) =>
  (secure || !LOOPBACK.test(host)) && trustProxy === false

const iceServers = (read: z.output<typeof variables>): IceServer[] => [
  ...(read.STUN_URL ? [{ urls: read.STUN_URL }] : []),
  ...(read.TURN_URL
    ? [{ urls: read.TURN_URL, username: read.TURN_USERNAME ?? '', credential: read.TURN_PASSWORD ?? '' }]
    : []),
]

function mailProviders(read: z.output<typeof variables>): Config['mailProviders'] {
  const microsoftLogin = read.MICROSOFT_LOGIN_URL ?? 'https://login.microsoftonline.com'
  return {
    microsoft: registered('MICROSOFT', read.MICROSOFT_CLIENT_ID, read.MICROSOFT_CLIENT_SECRET, {
      tenant: read.MICROSOFT_TENANT,
      loginUrl: microsoftLogin,
      tokenUrl: microsoftLogin,
      apiUrl: read.MICROSOFT_GRAPH_URL ?? 'https://graph.microsoft.com',
    }),
    google: registered('GOOGLE', read.GOOGLE_CLIENT_ID, read.GOOGLE_CLIENT_SECRET, {
      tenant: '',
      loginUrl: read.GOOGLE_LOGIN_URL ?? 'https://accounts.google.com',
      tokenUrl: read.GOOGLE_TOKEN_URL ?? 'https://oauth2.googleapis.com',
      apiUrl: read.GOOGLE_API_URL ?? 'https://www.googleapis.com',
    }),
  }
}

function registered<A extends object>(
  name: string,
  clientId: string | undefined,
  clientSecret: string | undefined,
  addresses: A,
): (A & { clientId: string; clientSecret: string }) | undefined {
  if (clientId === undefined && clientSecret === undefined) return undefined
  if (clientId === undefined || clientSecret === undefined)
    throw new ConfigError(`${name}_CLIENT_ID and ${name}_CLIENT_SECRET belong together: set both or neither.`)
  return { clientId, clientSecret, ...addresses }
}
