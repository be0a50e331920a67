import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../support/app.ts'
import { visitor } from '../support/visitor.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const EASY = /te makkelijk te raden/

describe('a new password', () => {
  it('is refused when it is made of names around its owner, and the old one stays', async () => {
    const planner = await app.as(2)
    await app.pool.query(
      `insert into settings (key, value) values ('organisation', '{"name": "Quadrivium Veiligheid"}')
       on conflict (key) do update set value = excluded.value`,
    )
    const change = (password: string) => planner.post('/profile', { current: 'noordkaap-demo', password })
    for (const password of ['SanneWillems1', 'willems@noordkaap', 'Quadrivium2026'])
      expect((await change(password)).json()).toEqual({ password: [expect.stringMatching(/naam .* organisatie/)] })
    expect((await visitor(app).signIn('planner@noordkaap.example')).status).toBe(303)
  })

  it('is refused with a sentence when it is too long, and never cut off', async () => {
    const planner = await app.as(2)
    const password = 'paard accu nietje batterij '.repeat(8)
    expect((await planner.post('/profile', { current: 'noordkaap-demo', password })).json()).toEqual({
      password: ['Kies een wachtwoord van hooguit 200 tekens.'],
    })
  })

  it('is judged behind a mailed link too, and the link works again after a refusal', async () => {
    const person = visitor(app)
    await person.submit('/reset', { email: 'docent@noordkaap.example' }, '/reset/request')
    await app.runJobs('account.reset-link')
    const { rows } = await app.pool.query<{ text_body: string }>(
      `select text_body from mails where recipient = 'docent@noordkaap.example' order by id desc limit 1`,
    )
    const link = /\/reset\?token=[\w-]+/.exec(rows[0]!.text_body)![0]
    const choose = (password: string) => person.submit(link, { password, repeat: password })
    const refused = await choose('noordkaap2026')
    expect([refused.status, refused.$('[role=alert]').text()]).toEqual([422, expect.stringMatching(EASY)])
    expect((await choose('vier losse woorden hier')).status).toBe(303)
  })
})
