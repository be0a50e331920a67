import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  SCOPES,
  TOKEN_SECONDS,
  basicCredentials,
  bearerToken,
  newClientId,
  newSecret,
  parseScopes,
  secretHash,
  secretMatches,
} from '../../src/system/api-clients/api-clients.rules.ts'

const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`

describe('scopes', () => {
  it('each say in words what they allow', () => {
    expect(Object.values(SCOPES).filter((words) => !/^[A-Z].{9}/.test(words))).toEqual([])
  })

  it.each([
    ['', []],
    ['entries', ['entries']],
    [' entries  digital-presence entries ', ['entries', 'digital-presence']],
    ['entries everything', null],
    ['toString', null],
    ['entries,digital-presence', null],
  ])('%j are read as %j', (text, scopes) => {
    expect(parseScopes(text)).toEqual(scopes)
  })
})

describe('secrets', () => {
  it('are kept as their SHA-256 and match that alone', () => {
    expect(secretHash('geheim')).toBe(createHash('sha256').update('geheim').digest('hex'))
    expect(secretMatches('geheim', secretHash('geheim'))).toBe(true)
    expect(secretMatches('Geheim', secretHash('geheim'))).toBe(false)
  })

  it('have 256 random bits, client ids 96, and tokens work for an hour', () => {
    expect(newSecret()).toMatch(/^[\w-]{43}$/)
    expect(newSecret()).not.toBe(newSecret())
    expect(newClientId()).toMatch(/^[\da-f]{24}$/)
    expect(newClientId()).not.toBe(newClientId())
    expect(TOKEN_SECONDS).toBe(3600)
  })
})

describe('the header of a client', () => {
  it('holds its id and secret, form-encoded', () => {
    expect(basicCredentials(basic('kiosk:s3cret'))).toEqual({ clientId: 'kiosk', secret: 's3cret' })
    expect(basicCredentials(basic('a+b%3A:p:q+%26'))).toEqual({ clientId: 'a b:', secret: 'p:q &' })
    expect(basicCredentials(basic('kiosk:'))).toEqual({ clientId: 'kiosk', secret: '' })
    expect(basicCredentials(basic('kiosk:x').replace('Basic ', 'bAsIc   '))).toEqual({ clientId: 'kiosk', secret: 'x' })
  })

  it.each([
    undefined,
    '',
    'Basic ',
    'Basic !!!',
    `x${basic('kiosk:x')}`,
    `${basic('kiosk:x')} x`,
    `Bearer ${Buffer.from('kiosk:x').toString('base64')}`,
    basic('kiosk'),
    basic('%E0%A4%A:x'),
    basic('kiosk:%E0%A4%A'),
  ])('%j holds none', (header) => {
    expect(basicCredentials(header)).toBeNull()
  })
})

describe('the token of a call', () => {
  it.each([
    ['Bearer abc.DEF_1~2+3/4-5==', 'abc.DEF_1~2+3/4-5=='],
    ['bearer   abc', 'abc'],
    ['Bearer ', null],
    ['Bearer a b', null],
    ['Bearer =', null],
    ['Bearer a=b', null],
    ['xBearer abc', null],
    ['Basic abc', null],
    ['', null],
    [undefined, null],
  ])('in %j is %j', (header, token) => {
    expect(bearerToken(header)).toBe(token)
  })
})
