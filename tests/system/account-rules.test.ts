import { describe, expect, it } from 'vitest'
import { deviceWords } from '../../src/system/accounts/devices.rules.ts'
import { PASSWORD_MAX, PASSWORD_MIN, hashPassword, passwordMatches } from '../../src/system/accounts/passwords.rules.ts'
import { SECRET_BYTES, base32, hotp, matchingStep, otpauthUrl, stepOf } from '../../src/system/accounts/totp.rules.ts'

/** The secret of the test vectors in RFC 4226 (appendix D) and RFC 6238 (appendix B, SHA-1). */
const SECRET = Buffer.from('12345678901234567890')

describe('one-time passwords', () => {
  it('follow the vectors of RFC 4226', () => {
    expect(Array.from({ length: 10 }, (_, counter) => hotp(SECRET, counter))).toEqual(
      '755224 287082 359152 969429 338314 254676 287922 162583 399871 520489'.split(' '),
    )
  })

  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('follow the vectors of RFC 6238 at second %i', (second, code) => {
    expect(hotp(SECRET, stepOf(new Date(second * 1000)))).toBe(code)
  })

  it('are accepted one step early or late, no further', () => {
    const at = new Date('2026-05-05T10:00:00Z')
    const step = stepOf(at)
    const accepted = [-2, -1, 0, 1, 2].map((off) => matchingStep(SECRET, hotp(SECRET, step + off), at, 0))
    expect(accepted).toEqual([null, step - 1, step, step + 1, null])
  })

  it('count as used up to the last one that was accepted', () => {
    const at = new Date('2026-05-05T10:00:00Z')
    const step = stepOf(at)
    expect(matchingStep(SECRET, hotp(SECRET, step), at, step)).toBeNull()
    expect(matchingStep(SECRET, hotp(SECRET, step - 1), at, step)).toBeNull()
    expect(matchingStep(SECRET, hotp(SECRET, step + 1), at, step)).toBe(step + 1)
  })

  it('are six digits and nothing else', () => {
    const at = new Date(59_000)
    expect(matchingStep(SECRET, '287082', at, 0)).toBe(1)
    for (const code of ['', '12345', '2870820', 'x287082', '287082x', '١٢٣٤٥٦'])
      expect(matchingStep(SECRET, code, at, 0), code).toBeNull()
  })

  it('are set up by an address with the secret in base32 (RFC 4648)', () => {
    expect(['', 'f', 'fo', 'foo', 'foob', 'fooba', 'foobar'].map((text) => base32(Buffer.from(text)))).toEqual([
      '',
      'MY',
      'MZXQ',
      'MZXW6',
      'MZXW6YQ',
      'MZXW6YTB',
      'MZXW6YTBOI',
    ])
    const url = new URL(otpauthUrl(SECRET, 'a.b@noordkaap.example'))
    expect(url.protocol).toBe('otpauth:')
    expect(url.searchParams.get('secret')).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
    expect(url.searchParams.get('issuer')).toBe('Noordkaap')
    expect(decodeURIComponent(url.pathname)).toBe('/Noordkaap:a.b@noordkaap.example')
    expect(url.searchParams.get('algorithm')).toBe('SHA1')
    expect(url.searchParams.get('digits')).toBe('6')
    expect(url.searchParams.get('period')).toBe('30')
    expect(url.host).toBe('totp')
    expect(SECRET_BYTES).toBe(20)
  })
})

describe('devices', () => {
  it.each([
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36', 'Chrome op Windows'],
    ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0', 'Edge op Windows'],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile Safari/604.1', 'Safari op iPhone'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox op Linux'],
    ['Mozilla/5.0 (Linux; Android 15; SM-X200) SamsungBrowser/27.0 Chrome/130.0', 'Samsung Internet op Android'],
    ['Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) AppleWebKit/605.1 CriOS/140.0 Mobile', 'Chrome op iPad'],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) FxiOS/140.0 Safari/604.1', 'Firefox op iPhone'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 15_0) Version/19.0 Safari/605.1', 'Safari op Mac'],
    ['Mozilla/5.0 (compatible; Mac OS X) Safari/605.1', 'Safari op Mac'],
    ['Mozilla/5.0 (X11; CrOS x86_64 14541) Chrome/140.0 Safari/537.36', 'Chrome op Chromebook'],
    ['Mozilla/5.0 (X11; Linux x86_64) HeadlessChrome/140.0', 'Chrome op Linux'],
    ['Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36 OPR/120.0', 'Opera op Windows'],
    ['Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Safari/537.36 EdgA/140.0', 'Edge op Android'],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0) EdgiOS/140.0 Safari/604.1', 'Edge op iPhone'],
    ['Mozilla/5.0 (Windows NT 10.0) Edge/18.0', 'Edge op Windows'],
    ['curl/8.5.0 (Linux)', 'Linux'],
    ['Firefox/140.0', 'Firefox'],
    ['', 'Onbekend apparaat'],
    [undefined, 'Onbekend apparaat'],
    ['curl/8.5.0', 'Onbekend apparaat'],
    [null, 'Onbekend apparaat'],
  ])('%s is called %s', (agent, words) => {
    expect(deviceWords(agent)).toBe(words)
  })
})

describe('passwords', () => {
  it('are kept as argon2id of the strength that OWASP asks', async () => {
    const kept = await hashPassword('lang genoeg dus')
    expect(kept).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await passwordMatches(kept, 'lang genoeg dus')).toBe(true)
    expect(await passwordMatches(kept, 'lang genoeg dan')).toBe(false)
    expect([PASSWORD_MIN, PASSWORD_MAX]).toEqual([12, 200])
  })

  it('of nobody match nothing, the one that takes the time included', async () => {
    expect(await passwordMatches(null, 'nobody has this password')).toBe(false)
    expect(await passwordMatches(null, '')).toBe(false)
  })
})
