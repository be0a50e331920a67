import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seal, sealedAnew, unseal } from '../../src/platform/secrets.ts'
import { resealAll } from '../../src/platform/jobs/reseal.ts'
import { SECRET, type TestApp, testApp } from '../support/app.ts'

const one = { sessionSecret: 'the first of two secrets, long enough', previousSecret: undefined }
const two = { sessionSecret: 'the second of two secrets, and as long', previousSecret: one.sessionSecret }

describe('a sealed text', () => {
  it('is read with the same secret and for the same purpose only, and not after a change', () => {
    const sealed = seal(one, 'mail', 'the token €')
    expect(sealed).not.toContain('token')
    expect(unseal(one, 'mail', sealed)).toBe('the token €')
    expect(unseal({ ...two, previousSecret: undefined }, 'mail', sealed)).toBeNull()
    expect(unseal(one, 'totp', sealed)).toBeNull()
    const bytes = Buffer.from(sealed, 'base64url')
    bytes[bytes.length - 1]! ^= 1
    for (const changed of [bytes.toString('base64url'), 'x', 'nonsense that is long enough to be something'])
      expect(unseal(one, 'mail', changed)).toBeNull()
  })

  it.each([
    ['mail account', 'clUJuaX0JA0Wsgssk46YfkBz51hfz8pfF1gBYFF4M_DtofmB_2rYYzA', 'the token €'],
    ['two-step secret of user 3', '8MVEP3OnoRASr4rEZpSMU5cBYmMuX_8f09OAKW-TLgpbRw', 'geheim'],
  ])('of an earlier version is still read: %s', (purpose, sealed, text) => {
    expect(unseal({ sessionSecret: SECRET, previousSecret: undefined }, purpose, sealed)).toBe(text)
  })

  it('of the secret before is read, and sealed anew with the one of now', () => {
    const sealed = seal(one, 'mail', 'text')
    expect(unseal(two, 'mail', sealed)).toBe('text')
    const anew = sealedAnew(two, 'mail', sealed)!
    expect(unseal({ ...two, previousSecret: undefined }, 'mail', anew)).toBe('text')
    expect(sealedAnew(two, 'mail', anew)).toBeNull()
    expect(sealedAnew(two, 'mail', 'nonsense')).toBeNull()
  })
})

describe('another SESSION_SECRET, with the one before', () => {
  const FRESH = 'the secret that comes after that of the tests'
  let app: TestApp
  beforeAll(async () => {
    app = await testApp({ env: { SESSION_SECRET: FRESH, SESSION_SECRET_PREVIOUS: SECRET } })
  })
  afterAll(() => app.close())
  const old = { sessionSecret: SECRET, previousSecret: undefined }
  const fresh = { sessionSecret: FRESH, previousSecret: undefined }

  it('leaves everybody signed in', async () => {
    expect((await (await app.as(2)).get('/contacts')).status).toBe(200)
  })

  it('seals all that rests in the database with it', async () => {
    const id = app.story.users[3]!
    await app.db
      .insertInto('two_step_secrets')
      .values({ user_id: id, secret: seal(old, `two-step secret of user ${id}`, 'AAAA'), last_step: 1 })
      .execute()
    await app.db
      .insertInto('mail_accounts')
      .values({
        provider: 'google',
        address: 'post@noordkaap.example',
        refresh_token: seal(old, 'mail account', 'refresh'),
        access_token: seal(old, 'mail account', 'access'),
        expires_at: new Date(),
      })
      .execute()
    await resealAll({}, app.services)
    const secret = await app.db.selectFrom('two_step_secrets').select('secret').executeTakeFirstOrThrow()
    expect(unseal(fresh, `two-step secret of user ${id}`, secret.secret)).toBe('AAAA')
    const account = await app.db.selectFrom('mail_accounts').selectAll().executeTakeFirstOrThrow()
    expect(unseal(fresh, 'mail account', account.refresh_token)).toBe('refresh')
    expect(unseal(fresh, 'mail account', account.access_token)).toBe('access')
  })

  it('keeps the link of a calendar, also one that stood there unsealed', async () => {
    const student = await app.as(5)
    const token = 'a-token-of-before-they-were-sealed'
    await app.db
      .insertInto('calendar_feeds')
      .values({
        user_id: student.userId!,
        sealed_token: token,
        token_hash: createHash('sha256').update(token).digest('hex'),
      })
      .execute()
    const link = async () => (await student.get('/ical/getLink')).text
    expect(await link()).toContain(token)
    await resealAll({}, app.services)
    const kept = await app.db.selectFrom('calendar_feeds').select('sealed_token').executeTakeFirstOrThrow()
    expect(kept.sealed_token).not.toContain(token)
    expect(await link()).toContain(token)
    expect((await app.anonymous.get(`/ical/${token}.ics`)).status).toBe(200)
  })
})
