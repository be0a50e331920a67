import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Config, ConfigError, isBehindUnknownProxy, readConfig } from '../../src/platform/config.ts'

const SECRET = 'a-secret-that-is-long-enough-for-us'
let dataDir: string

beforeAll(() => {
  dataDir = mkdtempSync(path.join(os.tmpdir(), 'noordkaap-config-'))
})
afterAll(() => rmSync(dataDir, { recursive: true }))

const read = (env: NodeJS.ProcessEnv): Config => readConfig({ DATA_DIR: dataDir, ...env })

describe('defaults', () => {
  it('runs the demo on the embedded database on this machine only, when nothing is set', () => {
    expect(read({})).toMatchObject({
      environment: 'development',
      production: false,
      port: 3000,
      host: '127.0.0.1',
      databaseUrl: undefined,
      dataDir,
      baseUrl: 'http://localhost:3000',
      secure: false,
      trustProxy: false,
      smtpUrl: undefined,
      logLevel: 'info',
      demo: true,
      dev: false,
    })
  })

  it('takes an empty variable for an absent one', () => {
    const env = { PORT: '', HOST: ' ', DATABASE_URL: '', BASE_URL: '', NOORDKAAP_DEMO: '', LOG_LEVEL: '', NODE_ENV: '' }
    expect(read(env)).toEqual(read({}))
  })

  it('leaves the demo out on a database of its own, unless asked for', () => {
    const DATABASE_URL = 'postgresql://user:pass@db.example:5432/noordkaap'
    expect(read({ DATABASE_URL })).toMatchObject({ demo: false, databaseUrl: DATABASE_URL })
    expect(read({ DATABASE_URL, NOORDKAAP_DEMO: '1' }).demo).toBe(true)
    expect(read({ NOORDKAAP_DEMO: '0' }).demo).toBe(false)
  })

  it('is secure only when the base address is https', () => {
    expect(read({ BASE_URL: 'https://noordkaap.example/' })).toMatchObject({
      baseUrl: 'https://noordkaap.example',
      secure: true,
    })
    expect(read({ BASE_URL: 'http://noordkaap.example', NODE_ENV: 'production', SESSION_SECRET: SECRET }).secure).toBe(
      false,
    )
  })
})

describe('outside registers', () => {
  const DATABASE_URL = 'postgresql://user:pass@db.example:5432/noordkaap'

  it('are the public ones outside the demo, the trade register only with a key', () => {
    const real = read({ DATABASE_URL })
    expect(real.addressRegisterUrl).toBe('https://api.pdok.nl/bzk/locatieserver/search/v3_1')
    expect(real.tradeRegisterUrl).toBeUndefined()
    expect(read({ DATABASE_URL, KVK_API_KEY: 'x' })).toMatchObject({
      tradeRegisterUrl: 'https://api.kvk.nl/api',
      tradeRegisterKey: 'x',
    })
  })

  it('are nobody in the demo, unless an address is given', () => {
    expect(read({})).toMatchObject({ addressRegisterUrl: undefined, tradeRegisterUrl: undefined })
    expect(read({ PDOK_URL: 'http://127.0.0.1:9/pdok/' }).addressRegisterUrl).toBe('http://127.0.0.1:9/pdok')
  })
})

describe('proxies', () => {
  it.each([
    ['0', false],
    ['2', 2],
    ['loopback', ['loopback']],
    ['10.0.0.0/8, 192.168.1.1', ['10.0.0.0/8', '192.168.1.1']],
  ])('reads TRUST_PROXY=%s', (TRUST_PROXY, expected) => {
    expect(read({ TRUST_PROXY }).trustProxy).toEqual(expected)
  })
})

describe('wrong values stop the start with one sentence', () => {
  it.each<[string, string]>([
    ['PORT', '70000'],
    ['PORT', '80a'],
    ['HOST', 'two words'],
    ['DATABASE_URL', 'mysql://db'],
    ['BASE_URL', 'noordkaap.example'],
    ['TRUST_PROXY', 'everybody'],
    ['SESSION_SECRET', 'short'],
    ['SMTP_URL', 'https://mail.example'],
    ['LOG_LEVEL', 'loud'],
    ['NOORDKAAP_DEMO', 'yes'],
    ['NOORDKAAP_DEV', 'true'],
    ['NOORDKAAP_DEMO_PUBLIC', '2'],
    ['NODE_ENV', 'staging'],
  ])('%s=%s', (name, value) => {
    expect(() => read({ [name]: value })).toThrow(ConfigError)
    expect(() => read({ [name]: value })).toThrow(new RegExp(`^${name} [^\\n]*\\.$`))
  })

  it('names the folder that cannot be written to', () => {
    const file = path.join(dataDir, 'a-file')
    writeFileSync(file, '')
    expect(() => read({ DATA_DIR: path.join(file, 'below') })).toThrow(/^DATA_DIR is not writable/)
  })
})

describe('the session secret', () => {
  it('is made once, kept and closed to others', () => {
    const first = read({}).sessionSecret
    expect(first.length).toBeGreaterThanOrEqual(32)
    expect(read({}).sessionSecret).toBe(first)
    const file = path.join(dataDir, 'session-secret')
    expect(readFileSync(file, 'utf8')).toBe(first)
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  it('is required in production and then used as given', () => {
    expect(() => read({ NODE_ENV: 'production' })).toThrow(/^SESSION_SECRET is required/)
    expect(read({ NODE_ENV: 'production', SESSION_SECRET: SECRET }).sessionSecret).toBe(SECRET)
  })
})

describe('the demo has well-known passwords', () => {
  const production = { NODE_ENV: 'production', SESSION_SECRET: SECRET }

  it('does not start in production where others can reach it', () => {
    expect(() => read({ ...production, HOST: '0.0.0.0' })).toThrow(/NOORDKAAP_DEMO_PUBLIC=1/)
    expect(() => read({ ...production, HOST: '::' })).toThrow(ConfigError)
  })

  it.each(['127.0.0.1', 'localhost', '::1'])('starts in production on %s', (HOST) => {
    expect(read({ ...production, HOST }).demo).toBe(true)
  })

  it('starts in the open when that is said, or without the demo', () => {
    expect(read({ ...production, HOST: '0.0.0.0', NOORDKAAP_DEMO_PUBLIC: '1' }).demo).toBe(true)
    expect(read({ ...production, HOST: '0.0.0.0', NOORDKAAP_DEMO: '0' }).demo).toBe(false)
  })
})

it('suspects a proxy that nobody told of where https or an open address is used', () => {
  const suspects = (env: NodeJS.ProcessEnv) => isBehindUnknownProxy(read(env))
  expect(suspects({})).toBe(false)
  expect(suspects({ BASE_URL: 'https://noordkaap.example' })).toBe(true)
  expect(suspects({ HOST: '0.0.0.0' })).toBe(true)
  expect(suspects({ BASE_URL: 'https://noordkaap.example', TRUST_PROXY: '1' })).toBe(false)
})

it('knows the owner of the tables beside the user of the application only', () => {
  expect(() => read({ MIGRATION_DATABASE_URL: 'postgresql://owner@db/noordkaap' })).toThrow('without DATABASE_URL')
})

it('brings the well-known passwords of the demo back in the demo alone', () => {
  const database = 'postgresql://owner@db/noordkaap'
  expect(() => read({ DATABASE_URL: database, NOORDKAAP_RESET: '1' })).toThrow(/^NOORDKAAP_RESET .*NOORDKAAP_DEMO=1\.$/)
  expect(read({ DATABASE_URL: database }).reset).toBe(false)
  expect(read({ DATABASE_URL: database, NOORDKAAP_DEMO: '1', NOORDKAAP_RESET: '1' }).reset).toBe(true)
})
